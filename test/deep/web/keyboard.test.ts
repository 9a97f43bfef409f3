import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Keyboard } from '#test/support/browser/keyboard.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { ask, demand, passphrase } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

await whereContainersWork(() => {
  if (!hasBrowser('the console by keyboard alone')) return;
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_COMPUTE: 'container' });
  }, 90_000);
  afterAll(() => web?.close());

  const begin = async (person: Person) => ({ page: person.page, keyboard: new Keyboard(person.page) });
  const heading = async (page: Page, text: string) => {
    await page.waitForSelector(`::-p-aria([name="${text}"][role="heading"])`, { timeout: 20_000 });
  };
  const codeOf = (email: string) =>
    eventually(async () => {
      const reply = await ask(web.platform.baseUrl, `/dev/outbox?to=${encodeURIComponent(email)}`);
      return demand(reply, 200).body.messages[0]?.code as string | undefined;
    });

  it('a person signs up, launches a machine, works in its terminal, and terminates it', async () => {
    const person = await web.stranger();
    const { page, keyboard } = await begin(person);
    await person.visit('/login');
    await keyboard.press('Sign up', 'link');
    await heading(page, 'Sign up');
    const email = 'keys@example.com';
    await keyboard.fill('E-mail address', email);
    await keyboard.fill('Password', passphrase);
    await keyboard.press('Sign up', 'button');
    await page.waitForSelector('nav[aria-label="Pages"]');
    await keyboard.press('Verify your address', 'link');
    await heading(page, 'Verify your e-mail address');
    await keyboard.fill('Code from the mail', await codeOf(email));
    await keyboard.key('Enter');
    await heading(page, 'Your e-mail address is verified');

    await keyboard.press('Continue', 'link');
    await heading(page, 'Home');
    await keyboard.press('Launch an instance', 'link');
    await heading(page, 'Launch an instance');
    await keyboard.fill('Name', 'web-1');
    await keyboard.press('Launch', 'button');
    await heading(page, 'web-1');
    expect(await keyboard.focused()).toEqual({ role: 'heading', name: 'web-1' });
    await page.waitForSelector('::-p-aria([name="Open a terminal"][role="link"])');

    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await keyboard.press('Open a terminal', 'link');
    const terminal = await opened;
    const screen = () => terminal?.$eval('.xterm-rows', (rows) => rows.textContent ?? '');
    await terminal?.waitForSelector('.xterm-rows');
    await expect.poll(screen).toContain('web-1');
    await terminal?.keyboard.type('echo $((6 * 7))\n');
    await expect.poll(screen).toContain('42');
    await terminal?.close();
    await page.bringToFront();
    expect(await keyboard.focused()).toEqual({ role: 'link', name: 'Open a terminal' });

    await keyboard.menu('Actions for web-1', 'Terminate');
    await keyboard.key('Enter');
    await page.waitForSelector('dialog[open]');
    await keyboard.key('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    expect((await keyboard.focused())?.name).toBe('Actions for web-1');
    await keyboard.menu('Actions for web-1', 'Terminate');
    await keyboard.key('Enter');
    await page.waitForSelector('dialog[open]');
    await keyboard.fill('Type web-1 to confirm', 'web-1');
    await keyboard.key('Enter');
    await page.waitForSelector('dialog', { hidden: true });
    expect((await keyboard.focused())?.name).toBe('Actions for web-1');
    await expect.poll(() => page.$eval('.page-head [role=status]', (one) => one.textContent)).toBe('terminated');
    expect(keyboard.faults).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('a menu is moved through and closed by its keys, and the focus comes back', async () => {
    const person = await web.person();
    const { page, keyboard } = await begin(person);
    await person.client.post('/compute/ssh-keys', { name: 'mine', public_key: newPublicKey() });
    await person.visit('/keys');
    await keyboard.to('Actions for mine');
    await keyboard.key('ArrowDown');
    const first = await keyboard.focused();
    expect(first?.role).toBe('menuitem');
    await keyboard.key('End');
    const last = await keyboard.focused();
    await keyboard.key('ArrowDown');
    expect(await keyboard.focused()).toEqual(first);
    await keyboard.key('ArrowUp');
    expect(await keyboard.focused()).toEqual(last);
    await keyboard.key('Home');
    expect(await keyboard.focused()).toEqual(first);
    await keyboard.key('Escape');
    expect((await keyboard.focused())?.name).toBe('Actions for mine');
    await keyboard.key('Enter');
    await keyboard.key('Tab');
    await page.waitForSelector('.menu:popover-open', { hidden: true });
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('.palette[open]');
    const before = await keyboard.focused();
    expect(before?.role).toBe('combobox');
    await keyboard.key('Escape');
    await page.waitForSelector('.palette', { hidden: true });
    expect(await keyboard.focused()).toBeDefined();
    expect(keyboard.faults).toEqual([]);
    await person.leave();
  });

  it('the focus goes to the neighbour of a row that vanishes, and stays where a form is refused', async () => {
    const person = await web.person();
    const { page, keyboard } = await begin(person);
    for (const name of ['one', 'two', 'three'])
      await person.client.post('/compute/ssh-keys', { name, public_key: newPublicKey() });
    await person.visit('/keys');
    const remove = async (name: string, left: number) => {
      await keyboard.menu(`Actions for ${name}`, 'Delete');
      await keyboard.key('Enter');
      await page.waitForSelector('dialog[open]');
      await keyboard.fill(`Type ${name} to confirm`, name);
      await keyboard.press('Delete SSH key', 'button');
      await page.waitForFunction(`document.querySelectorAll("tbody tr").length === ${left}`);
      await page.waitForSelector('dialog', { hidden: true });
    };
    await remove('two', 2);
    expect((await keyboard.focused())?.name).toMatch(/^Actions for (one|three)$/);
    await remove('one', 1);
    expect((await keyboard.focused())?.name).toBe('Actions for three');
    await remove('three', 0);
    expect(await keyboard.focused()).toBeDefined();

    await person.visit('/networks/new');
    await keyboard.fill('Name', 'shop');
    await keyboard.fill('Block of addresses', '10.0.0.0/99');
    await keyboard.press('Create network', 'button');
    await page.waitForSelector('.fault');
    expect(await keyboard.focused()).toEqual({ role: 'textbox', name: 'Block of addresses' });
    expect(keyboard.faults).toEqual([]);
    await person.leave();
  });
});
