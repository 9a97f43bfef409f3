import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/generated/client/schemas.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import type { Client } from '#test/support/http/client.ts';

const count = 1000;

describe.skipIf(!hasBrowser('the console'))('a list of 1,000 instances, in the console', () => {
  let web: Web;
  let person: Person & { client: Client };
  /** The ids that each request for metrics named. */
  const measured: (readonly string[])[] = [];
  let instances: readonly Instance[] = [];

  beforeAll(async () => {
    web = await Web.open();
    person = await web.person();
    const { id } = await person.client.launch({ name: 'web' });
    const one: Instance = await person.client.show(id);
    instances = Array.from({ length: count }, (_, at) => ({
      ...one,
      id: `${one.id.slice(0, -4)}${String(at).padStart(4, '0')}`,
      name: `web-${at}`,
      private_ip: `10.0.${Math.floor(at / 250)}.${at % 250}`,
      status: at % 2 === 0 ? 'running' : 'stopped',
    }));
    await answer(person);
    await person.visit('/instances');
    await person.sees('web-0');
  }, 90_000);
  afterAll(() => web?.close());

  /** Answers the list with all instances on one page: the platform takes long to launch so many. */
  async function answer({ page }: Person) {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const json = (body: object) =>
        void request.respond({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
      if (pathname === '/compute/metrics') {
        measured.push((searchParams.get('instance_id') ?? '').split(','));
        return json({ metrics: [], next_cursor: '' });
      }
      if (pathname === '/compute/instances') return json({ instances, next_cursor: '' });
      void request.continue();
    });
  }

  const names = () =>
    person.page.$$eval('tbody tr[aria-rowindex] a[title]', (links) => links.map((link) => link.title));
  const scroll = (top: number) => person.page.evaluate(`scrollTo(0, ${top})`);

  it('has less than three screens of rows, and says how many there are', async () => {
    const rows = await person.page.$$eval('tbody tr', (all) => all.length);
    const screen = Number(await person.page.evaluate('Math.ceil(innerHeight / 40)'));
    expect(rows).toBeLessThan(3 * screen);
    const [total, first] = await person.page.$eval('main table', (table) => [
      table.getAttribute('aria-rowcount'),
      table.querySelector('tbody tr[aria-rowindex]')?.getAttribute('aria-rowindex'),
    ]);
    expect([total, first]).toEqual([String(count + 1), '2']);
    expect(await person.axe()).toEqual([]);
  });

  it('shows the rows that it is scrolled to, as long as all rows are; the row with the focus stays', async () => {
    await person.page.focus('[aria-label="Select web-3"]');
    const height = await person.page.$eval('main tbody', (body) => body.getBoundingClientRect().height);
    expect(Math.round(height / 40)).toBe(count);
    await scroll(20_000);
    await expect.poll(names).toContain('web-500');
    expect(await names()).not.toContain('web-20');
    expect(await person.page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Select web-3');
    await scroll(1_000_000);
    await expect.poll(names).toContain('web-999');
  });

  it('is selected as a whole', async () => {
    await person.press('Select all');
    await person.sees(`${count} selected`);
  });

  it('asks for the CPU of running instances on the screen alone', async () => {
    await scroll(10_000);
    const near = (id: string | undefined) => Math.abs(Number(id?.slice(-4)) - 250) < 40;
    await expect.poll(() => measured.flat().some(near)).toBe(true);
    expect(measured.flat().filter((id) => Number(id.slice(-4)) % 2 === 1)).toEqual([]);
    expect(Math.max(...measured.map((ids) => ids.length))).toBeLessThanOrEqual(50);
  });

  it('sorts by a column that the API cannot sort by, and has the columns that were chosen', async () => {
    const { keyboard } = person.page;
    const heads = () => person.page.$$eval('main th', (all) => all.map(({ textContent }) => textContent?.trim()));
    await person.press('Columns');
    const focused = () => person.page.evaluate('document.activeElement.parentElement?.textContent.trim()');
    await expect.poll(focused).toBe('Status');
    for (let step = 0; step < 3; step++) await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Escape');
    await person.page.reload();
    await expect.poll(heads).toContain('Private address');
    expect(await heads()).not.toContain('Image');
    await person.press('Private address');
    const again = await person.page.waitForSelector('th[aria-sort="ascending"] button');
    await again?.click();
    await expect.poll(async () => (await names())[0]).toBe('web-999');
    expect(await heads()).toContain('Private address ↓');
  });
});
