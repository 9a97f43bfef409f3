import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill } from '#test/support/accounts/full-account.ts';
import { runOperator } from '#test/support/accounts/operator-program.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { type ConsolePage, consolePages, pathOf } from '#test/support/browser/web-pages.ts';
import { Client } from '#test/support/http/client.ts';

const pages = await consolePages();
const inside = pages.filter(({ bare }) => !bare);

/** One of everything that an empty account does not have. */
const absent = Object.fromEntries(inside.map(({ path }) => [path, 'absent']));

/** What is wrong with the page that is shown, wide and light, and dark on the narrowest phone; a sentence each. */
async function faultsOf(person: Person): Promise<string[]> {
  const { page } = person;
  // Colours change at once: on the way from one theme to the other they have no contrast.
  const still = { name: 'prefers-reduced-motion', value: 'reduce' };
  const inTheme = (value: string) => page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value }]);
  await inTheme('light');
  await page.waitForFunction('!document.querySelector(".loading")', { timeout: 20_000 });
  const found = (await person.axe()).map((fault) => `wide: ${fault}`);
  await page.setViewport({ width: 320, height: 700 });
  await inTheme('dark');
  const over = await person.sideways();
  if (over > 0) found.push(`at 320 px it is ${over} px too wide: ${await person.widest()}`);
  found.push(...(await person.axe()).map((fault) => `narrow and dark: ${fault}`));
  await page.setViewport({ width: 1280, height: 900 });
  await inTheme('light');
  return [...found, ...person.troubles.splice(0)];
}

/** The addresses of the other parts of the page that is shown. */
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.$$eval('.tabs a:not([aria-current])', (links) =>
    links.map((link) => (link.getAttribute('href') ?? '').replace('/console', '')),
  );

/** Opens pages, and every part of each. Answers what is wrong, by the address. */
async function tour(person: Person, paths: readonly string[], look = faultsOf): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const see = async (path: string) => {
    await person.visit(path);
    const faults = await look(person);
    if (faults.length > 0) found[path] = faults;
  };
  for (const path of paths) {
    await see(path);
    for (const tab of await tabsOf(person)) await see(tab);
  }
  return found;
}

describe.skipIf(!hasBrowser('the console'))('every page of the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' });
  }, 90_000);
  afterAll(() => web?.close());

  const paths = (all: readonly ConsolePage[], values: Readonly<Record<string, string>>) =>
    all.map((page) => pathOf(page, values));

  it('is whole without a login', async () => {
    const person = await web.stranger();
    const bare = pages.filter((page) => page.bare);
    expect(await tour(person, paths(bare, absent))).toEqual({});
    await person.leave();
  });

  it('is whole in an empty account', async () => {
    const person = await web.person();
    expect(await tour(person, paths(inside, absent))).toEqual({});
    await person.leave();
  });

  it('tells each failure with the id of its request, and a way to try again', async () => {
    const person = await web.person();
    const failed = await failReads(person);
    expect(await tour(person, paths(inside, absent), (one) => failuresOf(one, failed))).toEqual({});
    await person.leave();
  });

  describe('in an account of a thousand machines', () => {
    let client: Client;
    /** An example of each page that shows one resource. */
    let examples: Readonly<Record<string, string>>;
    // Two minutes where nothing else runs.
    beforeAll(async () => {
      client = await Client.verified(web.platform.baseUrl);
      await runOperator(web.platform.dataDir, client.email);
      examples = await fill(client);
    }, 900_000);

    it('is whole', async () => {
      const person = await web.person(client);
      expect(await tour(person, paths(inside, examples))).toEqual({});
      await person.leave();
    });

    it('shows a hundred at a time, and finds one of them', async () => {
      const person = await web.person(client);
      // Rows far from the screen are a gap of their height, 40 pixels each.
      const rows = () => person.page.$eval('tbody', (body) => Math.round(body.getBoundingClientRect().height / 40));
      await person.visit('/instances');
      await expect.poll(rows).toBe(100);
      await person.press('Show more');
      await expect.poll(rows).toBe(200);
      await person.page.type('input[type="search"]', 'machine-777');
      await expect.poll(rows).toBe(1);
      await person.sees('machine-777');
      await person.visit('/volumes/new');
      // Of so many one is searched for, by its name.
      const pick = await person.page.waitForSelector('input[list]');
      await pick!.type('machine-777');
      await person.page.waitForSelector('datalist option[value^="machine-777"]');
      expect(person.troubles).toEqual([]);
      await person.leave();
    });

    it('reads on where a filter leaves few of a page, or none', async () => {
      const person = await web.person(client);
      const { '/networks/:id': network = '', '/load-balancers/:id': balancer = '' } = examples;
      await person.visit(`/networks/${network}`);
      await person.sees('No instance is in this network yet.');
      expect(await person.page.$('::-p-text(Show more)')).toBeNull();
      await person.visit(`/load-balancers/${balancer}`);
      const names = () => person.page.$$eval('tbody td:first-child a', (all) => all.map((link) => link.textContent));
      await expect.poll(names).toEqual([0, 1].map(() => expect.stringMatching(/^machine-\d+$/)));
      await person.leave();
    });

    it('tells the failure of a part of a page, whose other parts are shown', async () => {
      const person = await web.person(client);
      const detail = inside.filter(({ path }) => path.includes(':'));
      const failed = await failReads(person, new RegExp(`/(${Object.values(examples).join('|')})$`));
      expect(await tour(person, paths(detail, examples), (one) => failuresOf(one, failed))).toEqual({});
      await person.leave();
    });
  });
});

/** Has every read of the API fail, but for who is logged in and `but`. Answers those that a page has to tell. */
async function failReads({ page }: Person, but = /^$/): Promise<string[]> {
  const failed: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isRead = request.method() === 'GET' && /^\/(auth|compute|storage|platform)\//.test(pathname);
    if (!isRead || pathname === '/auth/me' || but.test(pathname)) return void request.continue();
    // The feed is looked at again by itself; a resource whose name cannot be read is called by its id.
    const isUntold = /^\/auth\/activity\?limit=1$/.test(pathname + search) || /[?&]id=/.test(search);
    if (!isUntold) failed.push(pathname);
    void request.respond({
      status: 500,
      headers: { 'x-error-code': 'internal_error', 'x-request-id': 'req-failed' },
      contentType: 'application/json',
      body: JSON.stringify({ error: 'something went wrong on our side' }),
    });
  });
  return failed;
}

async function failuresOf(person: Person, failed: string[]): Promise<string[]> {
  const { page } = person;
  const faults = await faultsOf(person);
  const said = await page.$$eval('main .problem', (all) => all.map((one) => one.textContent ?? ''));
  const reads = new Set(failed.splice(0));
  if (said.length === 0 && reads.size > 0) faults.push(`it does not tell that these failed: ${[...reads].join(' ')}`);
  for (const text of said) {
    if (!text.includes('something went wrong on our side')) faults.push(`it does not say what failed: ${text}`);
    if (!text.includes('req-failed')) faults.push(`it names no request: ${text}`);
    if (!text.includes('Try again')) faults.push(`there is no way to try again: ${text}`);
  }
  return faults;
}
