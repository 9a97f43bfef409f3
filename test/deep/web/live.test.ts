import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { setFaults } from '#test/support/platform/dev-faults.ts';

const password = 'a passphrase of ci A1!';
const Action = ['compute:List*', 'compute:Get*'];

describe.skipIf(!hasBrowser('the console'))('what the console reads again by itself', () => {
  let web: Web;
  let owner: Client;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
    owner = await Client.verified(web.platform.baseUrl);
  }, 90_000);
  afterAll(() => web?.close());

  /** An IAM user who sees machines, and not the activity of the account. */
  async function withoutFeed(): Promise<Person> {
    const account = demand(await owner.get('/auth/me'), 200).body.account_id as string;
    const document = { Version: '2026-11-01', Statement: [{ Effect: 'Allow', Action, Resource: '*' }] };
    const policy = demand(await owner.post('/auth/iam/policies', { name: 'sees', document }), 201).body;
    const user = { username: 'ci', password, password_reset_required: false, policy_ids: [policy.id] };
    demand(await owner.post('/auth/iam/users', user), 201);
    const person = await web.stranger();
    await person.visit(`/login?as=iam&account=${account}&user=ci`);
    await person.fill({ password });
    await person.press('Log in');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    return person;
  }

  it('is the list that is shown, every ten seconds, for who may not see the feed, and little else', async () => {
    await owner.launch({ name: 'web-1' });
    const person = await withoutFeed();
    await person.visit('/instances');
    await person.sees('web-1');
    const asked: string[] = [];
    person.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && !pathname.startsWith('/console')) asked.push(pathname);
    });
    await pass(person, 45);
    const beside = (path: string) => asked.filter((one) => one === path).length;
    expect(new Set(asked)).toEqual(new Set(['/compute/instances', '/compute/metrics']));
    expect(beside('/compute/metrics')).toBe(1);
    expect(asked.length).toBeLessThanOrEqual(6);
    await owner.launch({ name: 'web-2' });
    await pass(person, 12);
    await person.sees('web-2');
    await pass(person, 35);
    // Whether the feed may be seen by now is asked once a minute.
    expect(asked.filter((path) => path === '/auth/activity')).toHaveLength(1);
    await person.leave();
  });

  it('is what moves by one’s own change, often in the first second, and then every second and a half', async () => {
    const person = await web.person();
    const { page, client } = person;
    const machine = await client.launch({ name: 'slow' });
    await person.visit(`/instances/${machine.id}`);
    await person.sees('Private address');
    const path = `/compute/instances/${machine.id}`;
    let reads = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isRead = request.method() === 'GET' && new URL(request.url()).pathname === path;
      if (!isRead) return void request.continue();
      reads++;
      const body = JSON.stringify({ ...machine, status: 'stopping', allowed_actions: [] });
      void request.respond({ contentType: 'application/json', body });
    });
    await person.press('Actions for slow');
    await person.press('Stop');
    await person.sees('slow stops.');
    await pass(person, 2);
    expect(reads).toBeGreaterThanOrEqual(6);
    reads = 0;
    await pass(person, 30);
    expect(reads).toBeGreaterThanOrEqual(15);
    expect(reads).toBeLessThanOrEqual(21);
    await person.leave();
  });

  it('is nothing in a tab that nobody sees, and all that is shown once they do', async () => {
    const person = await web.person();
    await person.visit('/volumes');
    await person.sees('A volume is a disk that outlives machines');
    const become = (state: string) =>
      person.page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`,
      );
    const asked: string[] = [];
    await become('hidden');
    await pass(person, 3);
    person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await pass(person, 120);
    expect(asked).toEqual([]);
    demand(await person.client.post('/compute/volumes', { name: 'made-meanwhile', size_gib: 1 }), 201);
    await become('visible');
    await pass(person, 3);
    await person.sees('made-meanwhile');
    await person.leave();
  });

  it('is read at a press on Try again after the platform did not answer', async () => {
    const person = await web.person();
    const { page } = person;
    await person.visit('/keys');
    await person.sees('lets you log in to the instances');
    let isDown = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isRead = isDown && new URL(request.url()).pathname.startsWith('/compute/');
      void (isRead ? request.abort() : request.continue());
    });
    await page.locator('nav a[href$="/volumes"]').click();
    await person.sees('The platform does not answer');
    isDown = false;
    await person.press('Try again');
    await person.sees('Create a volume');
    expect(await page.$('.problem')).toBeNull();
    await person.leave();
  });

  it('is the whole console, by itself, once the platform answers again', async () => {
    const person = await web.person();
    const { page } = person;
    await setFaults(web.platform.baseUrl, { where: 'table', outcome: 'error' });
    await person.visit('/volumes');
    await page.waitForSelector('::-p-text(The console cannot be shown)', { timeout: 60_000 });
    const said = await page.$eval('.problem', (problem) => problem.textContent);
    expect(said).toMatch(/dependency_unavailable · request \S+/);
    expect(await person.axe()).toEqual([]);
    await setFaults(web.platform.baseUrl);
    await page.waitForSelector('::-p-aria([name="Volumes"][role="heading"])', { timeout: 60_000 });
    await person.leave();
  });

  it('is kept to its page where a page cannot show it', async () => {
    const person = await web.person();
    const { page } = person;
    await person.visit('/keys');
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/compute/volumes') return void request.continue();
      void request.respond({ contentType: 'application/json', body: '{"volumes":[{"id":"vol-1"}],"next_cursor":""}' });
    });
    await page.locator('nav a[href$="/volumes"]').click();
    await person.sees('This page cannot be shown');
    expect(await person.axe()).toEqual([]);
    await page.locator('nav a[href$="/networks"]').click();
    await person.page.waitForSelector('::-p-aria([name="Networks"][role="heading"])');
    await person.leave();
  });

  it('does not hide the tab that is chosen on a phone', async () => {
    const person = await web.person();
    const machine = await person.client.launch({ name: 'web-1' });
    await person.page.setViewport({ width: 360, height: 740 });
    await person.visit(`/instances/${machine.id}?tab=settings`);
    const tab = await person.page.waitForSelector('.tabs [aria-current="page"]');
    await expect.poll(() => tab!.boundingBox().then((box) => box && box.x >= 0 && box.x + box.width <= 360)).toBe(true);
    await person.tab('Events');
    const events = await person.page.waitForSelector('.tabs [aria-current="page"]::-p-text(Events)');
    await expect.poll(() => events!.boundingBox().then((box) => box && box.x >= 0)).toBe(true);
    await person.leave();
  });
});

/** Lets time pass in the page, which takes less of ours; it stands still while a reply is awaited. */
async function pass({ page }: Person, seconds: number): Promise<void> {
  const session = await page.createCDPSession();
  const passed = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()));
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: seconds * 1000,
  });
  // From then on time stands still.
  await passed;
  await session.detach();
}
