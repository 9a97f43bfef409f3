import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';

describe.skipIf(!hasBrowser('the console'))('the palette, whose code comes later than the page', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  /** Lets the palette's code wait until it is released, or has its request fail. */
  async function held({ page }: Person): Promise<{ release: () => void; fail: () => void }> {
    const waiting: HTTPRequest[] = [];
    let after: ((request: HTTPRequest) => void) | undefined;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!/\/assets\/palette-/.test(request.url())) void request.continue();
      else if (after) after(request);
      else waiting.push(request);
    });
    const end = (how: (request: HTTPRequest) => void) => () => {
      after = how;
      for (const request of waiting) how(request);
    };
    return {
      release: end((request) => void request.continue()),
      fail: end((request) => void request.abort()),
    };
  }

  const open = async ({ page }: Person, text: string) => {
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.keyboard.type(text);
  };

  it('loses no key that is typed before it is there, and goes where Enter meant', async () => {
    const person = await web.person();
    const code = await held(person);
    await person.visit('/keys');
    await open(person, 'gstin');
    expect(await person.axe()).toEqual([]);
    await person.page.keyboard.press('Enter');
    code.release();
    await expect.poll(() => person.page.url()).toContain('/billing?tab=tax');
    await open(person, 'launch an inst');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => person.page.url()).toContain('/instances/new');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('is closed by Escape before it is there, and what was typed goes on in it', async () => {
    const person = await web.person();
    const code = await held(person);
    await person.visit('/keys');
    await open(person, 'vol');
    await person.page.keyboard.press('Escape');
    await person.page.waitForSelector('dialog', { hidden: true });
    await open(person, 'volu');
    code.release();
    await person.page.waitForSelector('.palette [role=option]');
    await person.page.keyboard.type('mes');
    const text = () => person.page.$eval('.palette input', (input) => (input as unknown as { value: string }).value);
    await expect.poll(text).toBe('volumes');
    await person.leave();
  });

  it('says so where its code cannot be loaded', async () => {
    const person = await web.person();
    const code = await held(person);
    await person.visit('/keys');
    code.fail();
    await open(person, 'vol');
    await person.sees('The search cannot be loaded. Reload the page.');
    expect(await person.axe()).toEqual([]);
    await person.leave();
  });

  it('offers what is done before where one goes, and finds what is typed with a wrong letter', async () => {
    const person = await web.person();
    await person.client.post('/compute/volumes', { name: 'volume-1', size_gib: 1 });
    await person.client.launch({ name: 'front-1' });
    const hits = () =>
      person.page.$$eval('.palette [role=option] > :first-child', (all) => all.map((one) => one.textContent));
    const find = async (text: string) => {
      await person.visit('/keys');
      await open(person, text);
      await person.page.waitForSelector('.palette [role=listbox]');
    };
    await find('volum');
    await expect.poll(hits).toEqual(['Create a volume', 'Volumes', expect.stringContaining('volume-1 · vol-')]);
    await find('netwroks');
    await expect.poll(async () => (await hits()).slice(0, 2)).toEqual(['Create a network', 'Networks']);
    await find('stpo frotn-1');
    await expect.poll(hits).toEqual([expect.stringContaining('Stop front-1 · i-')]);
    await find('fornt-1');
    await expect.poll(hits).toEqual([expect.stringContaining('front-1 · i-')]);
    await find('fornt-2');
    await person.sees('Nothing was found.');
    expect(await person.axe()).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
