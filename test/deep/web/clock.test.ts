import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { ask, type Client, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';

describe.skipIf(!hasBrowser('the console'))('a platform whose clock was moved', () => {
  let web: Web;
  let person: Person & { client: Client };
  beforeAll(async () => {
    web = await Web.open();
    person = await web.person();
    await person.client.launch({ name: 'web-1' });
  }, 120_000);
  afterAll(() => web?.close());

  const { poll } = expect;
  const badge = () => person.page.$$eval('header .status', (all) => all.map(({ textContent }) => textContent));
  const age = () => person.page.$eval('tbody time', ({ textContent }) => textContent);
  const ahead = async () => (await ask(web.platform.baseUrl, '/dev/clock')).body.offset_seconds;

  async function logIn(): Promise<void> {
    await person.fill({ email: person.client.email, password: passphrase });
    await person.press('Log in');
  }

  it('says so on every page, shows ages by its clock, and is moved and set back there', async () => {
    const { page } = person;
    await person.visit('/instances');
    await poll(age).toMatch(/^(now|\d+ seconds? ago)$/);
    expect(await badge()).toEqual([]);
    await advance(web.platform.baseUrl, 26 * 3600);
    await person.visit('/instances');
    await poll(badge).toEqual(['Clock 1 day 2 hours ahead']);
    await poll(age).toBe('yesterday');
    for (const [item, text, seconds] of [
      ['Advance an hour', '1 day 3 hours', 27 * 3600],
      ['Advance a day', '2 days 3 hours', 51 * 3600],
      ['Advance a month', '32 days 3 hours', (51 + 720) * 3600],
    ] as const) {
      await page.click('header button:has(.status)');
      await person.press(item);
      await poll(ahead, { timeout: 150_000 }).toBe(seconds);
      // A login ends within a month.
      if (item === 'Advance a month') await logIn();
      await poll(badge, { timeout: 30_000 }).toEqual([`Clock ${text} ahead`]);
    }
    await person.visit('/instances');
    await poll(age).toBe('32 days ago');
    await page.click('header button:has(.status)');
    await person.press('Back to the real time');
    await poll(badge, { timeout: 30_000 }).toEqual([]);
    expect(await ahead()).toBe(0);
    await poll(age).toMatch(/^(now|\d+ (seconds?|minutes?) ago)$/);
    expect(person.troubles).toEqual([]);
  });
});
