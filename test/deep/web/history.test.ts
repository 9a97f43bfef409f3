import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import type { Client } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('back and forward in the console', () => {
  let web: Web;
  let person: Person & { client: Client };
  let machine: string;
  beforeAll(async () => {
    web = await Web.open();
    person = await web.person();
    for (const name of ['web-1', 'web-2', 'db-1']) await person.client.launch({ name });
    const { instances } = (await person.client.get('/compute/instances')).body;
    const idOf = (wanted: string): string => instances.find(({ name }: { name: string }) => name === wanted).id;
    machine = idOf('web-1');
    await person.client.operate(idOf('web-2'), 'stop');
  }, 120_000);
  afterAll(() => web?.close());

  const { poll } = expect;
  /** Waits until the page is at an address, and shows what the address says. */
  const isAt = (address: string) =>
    poll(() => {
      const { pathname, search } = new URL(person.page.url());
      return pathname.slice('/console'.length) + search;
    }).toBe(address);
  const names = () => person.page.$$eval('tbody tr td:nth-of-type(2)', (all) => all.map((one) => one.textContent));
  const shownIn = (selector: string) =>
    person.page.$eval(selector, (control) => (control as unknown as { value: string }).value);
  const [state, box, period] = ['[aria-label="Status"]', 'input[type="search"]', '[aria-label="Period"]'] as const;

  it('goes through filters, an order, a machine, its tabs and a period, each a step, with a reload between', async () => {
    const { page } = person;
    await person.visit('/instances');
    await poll(names).toHaveLength(3);
    await page.select(state, 'running');
    await poll(names).toHaveLength(2);
    await person.press('Name');
    await isAt('/instances?status=running&sort=name');
    await poll(names).toEqual(['db-1', 'web-1']);
    await page.type(box, 'web');
    await isAt('/instances?status=running&sort=name&q=web');
    await poll(names).toEqual(['web-1']);
    await person.press('web-1');
    await isAt(`/instances/${machine}`);
    await person.tab('Metrics');
    await page.waitForSelector(period);
    await page.select(period, '24h');
    await isAt(`/instances/${machine}?tab=metrics&period=24h`);
    await page.reload();
    await page.waitForSelector(period);
    expect(await shownIn(period)).toBe('24h');

    await page.goBack();
    await isAt(`/instances/${machine}?tab=metrics`);
    await poll(() => shownIn(period)).toBe('1h');
    await page.goBack();
    await isAt(`/instances/${machine}`);
    await person.sees('Private address');
    await page.goBack();
    await isAt('/instances?status=running&sort=name&q=web');
    await poll(names).toEqual(['web-1']);
    expect([await shownIn(state), await shownIn(box)]).toEqual(['running', 'web']);
    // The letters of a search are no steps: before it stands what was chosen before.
    await page.goBack();
    await isAt('/instances?status=running');
    await poll(names).toHaveLength(2);
    expect(await shownIn(box)).toBe('');
    await page.reload();
    await poll(names).toHaveLength(2);
    await page.goBack();
    await isAt('/instances');
    await poll(names).toHaveLength(3);
    expect(await shownIn(state)).toBe('');

    await page.goForward();
    await page.goForward();
    await isAt('/instances?status=running&sort=name&q=web');
    await poll(names).toEqual(['web-1']);
    await page.goForward();
    await page.goForward();
    await page.goForward();
    await isAt(`/instances/${machine}?tab=metrics&period=24h`);
    await poll(() => shownIn(period)).toBe('24h');
    expect([await person.axe(), person.troubles]).toEqual([[], []]);
  }, 120_000);

  it('comes back to where a long list was scrolled to', async () => {
    const { page } = person;
    for (let count = 1; count <= 12; count++) await person.client.launch({ name: `row-${count}` });
    await page.setViewport({ width: 1280, height: 400 });
    await person.visit('/instances');
    await poll(names).toHaveLength(15);
    const scrolled = () => page.evaluate('Math.round(scrollY)') as Promise<number>;
    await page.evaluate('scrollTo(0, 300)');
    await poll(scrolled).toBe(300);
    await person.press('row-5');
    await person.sees('Private address');
    await poll(scrolled).toBe(0);
    await page.goBack();
    await poll(names).toHaveLength(15);
    await poll(scrolled).toBe(300);
    await page.setViewport({ width: 1280, height: 900 });
  }, 60_000);

  it('a link to where one is already makes no step', async () => {
    const { page } = person;
    await person.visit('/instances');
    await person.sees('web-2');
    await page.select(state, 'stopped');
    await poll(names).toEqual(['web-2']);
    await person.press('web-2');
    await person.tab('Events');
    await person.tab('Events');
    await page.goBack();
    await page.goBack();
    await isAt('/instances?status=stopped');
    expect(person.troubles).toEqual([]);
  }, 60_000);
});
