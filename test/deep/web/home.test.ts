import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { setFaults } from '#test/support/platform/dev-faults.ts';

describe.skipIf(!hasBrowser('the console'))('home', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
  }, 90_000);
  afterAll(() => web?.close());

  const rows = ({ page }: Person, part: string) =>
    page.$$eval(`section[aria-labelledby="${part}-title"] tbody tr`, (all) =>
      all.map((row) => Array.from(row.children, (cell) => (cell as { textContent?: string }).textContent ?? '')),
    );
  const whole = async (person: Person) => {
    expect(await person.axe()).toEqual([]);
    expect(await person.sideways()).toBeLessThanOrEqual(0);
    expect(person.troubles).toEqual([]);
  };

  it('of an account with nothing has three steps, ticked as they are done, until something runs', async () => {
    const client = await Client.register(web.platform.baseUrl);
    const person = await web.person(client);
    const { page } = person;
    // A button that is the next one changes its colour at once.
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const steps = () => page.$$eval('main .card', (all) => all.map((one) => one.textContent ?? ''));
    const states = async () => (await steps()).map((text) => /done|next|to do/.exec(text)?.[0]);
    await expect.poll(states).toEqual(['next', 'to do', 'to do']);
    expect(await steps()).toEqual([
      expect.stringContaining('1. A verified address'),
      expect.stringContaining('2. An SSH key'),
      expect.stringContaining('3. Your first instance'),
    ]);
    await whole(person);
    await client.verify();
    await person.visit('/');
    await expect.poll(states).toEqual(['done', 'next', 'to do']);
    await person.sees('✓ A funded account');
    await person.sees('The wallet has ₹');
    demand(await client.post('/compute/ssh-keys', { name: 'mine', public_key: newPublicKey() }), 201);
    await expect.poll(states, { timeout: 30_000 }).toEqual(['done', 'done', 'next']);
    await page.setViewport({ width: 320, height: 700 });
    await whole(person);
    await page.setViewport({ width: 1280, height: 900 });
    await person.press('Launch an instance');
    await person.fill({ name: 'web-1' });
    await person.press('Launch');
    await person.sees('Last events');
    await person.visit('/');
    await person.sees('Recent activity');
    expect(await states()).toEqual([]);
    await person.leave();
  });

  it('leads with what needs attention, the worst first, each with the page on which it is dealt with', async () => {
    const client = await Client.verified(web.platform.baseUrl);
    const [db, web1] = [await client.launch({ name: 'db-1' }), await client.launch({ name: 'web-1' })];
    const set = (...faults: Parameters<typeof setFaults>[1][]) => setFaults(web.platform.baseUrl, ...faults);
    await set(
      { where: 'launch', outcome: 'capacity', match: { name: 'batch-1' } },
      { where: 'snapshot', outcome: 'error', match: { name: 'db-1' } },
      { where: 'load_balancer', outcome: 'unhealthy', match: { id: web1.id } },
    );
    expect((await client.launch({ name: 'batch-1' })).status).toBe('error');
    const listeners = [{ protocol: 'http', port: 80, target_port: 8080 }];
    const backends = [{ instance_id: web1.id }, { instance_id: db.id }];
    demand(await client.post('/compute/load-balancers', { name: 'front', listeners, backends }), 201);
    const schedule = `/compute/instances/${db.id}/backup-schedule`;
    const body = { cron: '0 * * * *', timezone: 'UTC', retention_count: 1, enabled: true };
    demand(await client.ask(schedule, { method: 'PUT', body }), 200);
    demand(await ask(web.platform.baseUrl, '/dev/clock', { method: 'POST', body: { advance_seconds: 3600 } }), 200);
    const later = await client.again();
    const last = async () => (await later.get(schedule)).body.last_run?.status;
    await expect.poll(last, { timeout: 60_000 }).toBe('failed');
    demand(await ask(web.platform.baseUrl, '/dev/clock', { method: 'POST', body: { reset: true } }), 200);
    const person = await web.person(client);
    const found = async () => (await rows(person, 'attention')).map((row) => row.slice(0, 2).join(': '));
    await expect
      .poll(found, { timeout: 60_000 })
      .toEqual(['batch-1: error', 'db-1: backup failed', 'front: 1 of 2 unhealthy']);
    await whole(person);
    await person.press('See its backups: db-1, backup failed');
    await person.sees('Every');
    await person.leave();
    await set();
  });

  it('shows what was spent and what is projected to the end of the month, and the newest events', async () => {
    const client = await Client.verified(web.platform.baseUrl);
    await client.launch({ name: 'web-1' });
    const billing = demand(await client.get('/auth/billing'), 200).body;
    const person = await web.person(client);
    const { page } = person;
    const days = billing.daily.map((day: object) => ({ ...day, spend_paise: 700 }));
    const spent = { month_to_date_paise: 7000, projected_month_paise: 20_000, burn_rate_paise_per_hour: 30 };
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/auth/billing') return void request.continue();
      const body = JSON.stringify({ ...billing, ...spent, daily: days, balance_paise: 5000, runway_hours: 166.6 });
      void request.respond({ contentType: 'application/json', body });
    });
    await person.visit('/');
    await page.waitForSelector('figure[aria-label="Spending by day"] .u-over');
    await person.sees('₹70.00 of ₹200.00 projected');
    expect(await rows(person, 'attention')).toEqual([
      ['Wallet', '6 days left', 'It has ₹50.00, and ₹0.30 an hour is spent.', 'Top up'],
    ]);
    const label = await page.$eval('figure .chart-box', (box) => box.getAttribute('aria-label'));
    expect(label).toMatch(
      /^Spending by day\. spent: ₹7\.00 now, from ₹7\.00 to ₹7\.00; projected: from ₹[\d.]+ to ₹[\d.]+$/,
    );
    expect((await rows(person, 'recent')).map(([what]) => what)).toContain('instance running: web-1');
    await whole(person);
    await page.locator('figure summary').click();
    const today = () => page.$$eval('figure tbody tr', (all) => all.map((row) => row.textContent ?? ''));
    await expect.poll(async () => (await today()).filter((text) => text.includes('₹7.00')).length).toBe(30);
    await person.leave();
  });
});
