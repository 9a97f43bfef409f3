import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand, passphrase } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('what stands around the pages', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  /** The requests of a person from now on by which a page asks who is logged in: refused where nobody is. */
  function askings({ page }: Person): string[] {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/auth\/(?:me|refresh|logout)$/.test(pathname)) asked.push(pathname);
    });
    return asked;
  }

  it('the login asks for no login where there was none, before the first and after a logout', async () => {
    const client = await Client.verified(web.platform.baseUrl);
    const person = await web.stranger();
    const { page } = person;
    const asked = askings(person);
    await person.visit('/login');
    await person.fill({ email: client.email, password: passphrase });
    expect(asked).toEqual([]);
    await person.press('Log in');
    await page.waitForSelector('nav[aria-label="Pages"]');
    await person.visit('/login');
    await person.sees(`This browser is logged in as ${client.email}.`);
    await person.press('Continue');
    await person.press(`User ${client.email}`);
    asked.length = 0;
    await person.press('Log out');
    await person.fill({ email: client.email });
    expect(asked).toEqual(['/auth/logout']);
    await person.leave();
  });

  it('a login that has ended is noticed by a page that needs one, and not asked for again', async () => {
    const person = await web.person();
    // Those of other paths too.
    await (await person.page.createCDPSession()).send('Network.clearBrowserCookies');
    const asked = askings(person);
    await person.visit('/keys');
    await person.page.waitForSelector('[name=email]');
    expect(asked).toContain('/auth/me');
    asked.length = 0;
    await person.visit('/login');
    await person.fill({ email: 'asha@example.com' });
    expect(asked).toEqual([]);
    await person.leave();
  });

  it('the navigation folds to icons, which keep their names, and stays so', async () => {
    const person = await web.person();
    const { page } = person;
    await person.visit('/volumes');
    const width = () => page.$eval('nav[aria-label="Pages"]', (side) => side.getBoundingClientRect().width);
    const wide = await width();
    await person.press('Fold');
    await expect.poll(width).toBeLessThan(wide / 2);
    expect(await person.axe()).toEqual([]);
    await person.visit('/volumes');
    expect(await width()).toBeLessThan(wide / 2);
    await person.press('Load balancers');
    await expect.poll(() => page.url()).toContain('/load-balancers');
    await person.press('Unfold');
    await expect.poll(width).toBe(wide);
    await person.visit('/volumes');
    expect(await width()).toBe(wide);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('every page of the navigation has a drawing of its own', async () => {
    const person = await web.person();
    const paths = await person.page.$$eval('nav[aria-label="Pages"] a path', (all) =>
      all.map((path) => path.getAttribute('d')),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(new Set(paths).size).toBe(paths.length);
    await person.leave();
  });

  it('the note of an address that is not verified can be put off for a day', async () => {
    const person = await web.person(await Client.register(web.platform.baseUrl));
    const { page } = person;
    const isSaid = async () => (await page.$('::-p-text(is not verified yet)')) !== null;
    await person.visit('/volumes');
    await person.sees('is not verified yet');
    await person.press('Remind me tomorrow');
    await expect.poll(isSaid).toBe(false);
    await person.visit('/keys');
    expect(await isSaid()).toBe(false);
    // As a day later.
    await page.evaluate(`for (const name of Object.keys(localStorage).filter((one) => one.startsWith('svc.verify_later')))
      localStorage.setItem(name, String(Number(localStorage.getItem(name)) - 86_400_000))`);
    await person.visit('/keys');
    await person.sees('is not verified yet');
    await person.leave();
  });

  it('what was changed can be undone from the message that says so', async () => {
    const person = await web.person();
    const key = { name: 'mine', public_key: newPublicKey() };
    const { id } = demand(await person.client.post('/compute/ssh-keys', key), 201).body;
    const name = async () => (await person.client.get(`/compute/ssh-keys/${id}`)).body.name;
    await person.visit('/keys');
    await person.press('Actions for mine');
    await person.press('Name and tags …');
    await person.fill({ name: 'other' });
    await person.press('Save');
    await person.sees('Saved.');
    expect(await name()).toBe('other');
    expect(await person.axe()).toEqual([]);
    await person.press('Undo');
    await person.sees('Undone.');
    expect(await name()).toBe('mine');
    await expect.poll(() => person.page.$eval('tbody', (body) => body.textContent)).toContain('mine');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
