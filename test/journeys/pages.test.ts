import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '#test/support/browser.ts';
import { ask, Client, demand, passphrase } from '#test/support/client.ts';
import { eventually } from '#test/support/eventually.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform.ts';
import { codeFor } from '#test/support/totp.ts';

/** A name that would run a script, were it taken for HTML. */
const hostile = '<img src=x onerror=document.body.dataset.hit=1>';

describe.skipIf(!hasBrowser('the pages'))('the pages in a browser', () => {
  let platform: RunningPlatform;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];
  beforeAll(async () => {
    const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' };
    [platform, browser] = await Promise.all([startPlatform({ env }), openBrowser()]);
  }, 90_000);
  beforeEach(async () => {
    // Each test is a person of their own, without the cookies of another.
    context = await browser.createBrowserContext();
    page = await context.newPage();
    troubles = [];
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(platform.baseUrl)) troubles.push(`asks for ${request.url()}`);
    });
  });
  afterEach(async () => {
    expect(troubles).toEqual([]);
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const visit = (path: string) => page.goto(platform.baseUrl + path);
  const text = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
  const until = (selector: string, pattern: RegExp) =>
    eventually(async () => pattern.test(await text(selector).catch(() => '')) || undefined).catch(async () => {
      throw new Error(`${pattern} is not in ${selector}: ${await text(selector).catch(String)}`);
    });
  const visible = (selector: string) => page.waitForSelector(selector, { visible: true });
  /** Fills the fields of a form in, and sends it by the keyboard. */
  const fill = async (form: string, fields: Record<string, string>) => {
    await visible(form);
    for (const [name, value] of Object.entries(fields)) {
      const field = await page.waitForSelector(`${form} [name="${name}"]`, { visible: true });
      await field!.click({ count: 3 });
      await field!.type(value);
    }
    await page.keyboard.press('Enter');
  };
  const mailed = (to: string, kind: string) =>
    eventually(async () => {
      const { messages } = (await ask(platform.baseUrl, `/dev/outbox?to=${encodeURIComponent(to)}`)).body;
      return messages.find((one: { kind: string }) => one.kind === kind) as { code: string; link: string } | undefined;
    });
  /** Invites an address to the account of a new owner, whose account has a hostile name. */
  const invite = async (email: string) => {
    const owner = await Client.verified(platform.baseUrl);
    demand(await owner.ask('/auth/account', { method: 'PATCH', body: { name: hostile } }), 200);
    demand(await owner.post('/auth/team/invite', { email, role: 'developer' }), 201);
    const { pathname, search } = new URL((await mailed(email, 'team_invite')).link);
    return { account: (await owner.get('/auth/me')).body.account_id as string, path: pathname + search };
  };
  /** Turns one-time codes on, and answers what makes them. */
  const withCodes = async (user: Client): Promise<string> => {
    const { secret } = demand(await user.post('/auth/iam/me/mfa/setup'), 200).body;
    demand(await user.post('/auth/iam/me/mfa/enable', { code: await codeFor(secret, -1) }), 200);
    return secret;
  };

  it('/ answers programs as before, and leads a person everywhere', async () => {
    const program = await ask(platform.baseUrl, '/');
    expect([program.status, program.body]).toEqual([404, { error: 'no route for GET /' }]);
    await visit('/');
    await until('#status', /^up, version \S+, region in-mum$/);
    expect(await text('#base')).toBe(platform.baseUrl);
    expect(await text('#s3')).toBe((await ask(platform.baseUrl, '/healthz')).body.s3_url);
    expect(await page.$eval('#steps', (field) => (field as unknown as { value: string }).value)).toMatch(
      /^echo '.*' \| svc register \S+ --password-stdin\nsvc instance launch /,
    );
    const links = await page.$$eval('dd a', (all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links).toEqual(['/docs', '/openapi.json', '/dev/outbox.html', '/healthz']);
    for (const link of links) expect((await fetch(platform.baseUrl + link)).status).toBe(200);
  });

  it('a person signs up at /, verifies their address, sees their machines, and logs out', async () => {
    await visit('/');
    await visible('#login');
    await page.click('#enter-ways [value="register"]');
    const email = 'new@example.com';
    await fill('#register', { email, name: 'New', password: 'short' });
    await until('#enter-problem', /^password: /);
    await fill('#register', { password: passphrase });
    await visible('#account');
    expect(await text('#who')).toMatch(/^new@example\.com, in account \d{12}/);
    await fill('#verify', { code: (await mailed(email, 'verify_email')).code });
    await until('#done', /^Your e-mail address is verified\.$/);
    const user = await new Client(platform.baseUrl, email, '').again();
    const machine = await user.launch({ name: 'web-01' });
    await page.reload();
    await until('#machines', /web-01: running/);
    expect(await page.$eval('#machines a', (link) => link.getAttribute('href'))).toBe(`/console/${machine.id}`);
    await page.click('#leave');
    await visible('#login');
    expect((await page.cookies()).map(({ name }) => name)).toEqual([]);
  });

  it('a person without an account joins a team by the link of the invitation', async () => {
    const email = 'invited@example.com';
    const { account, path } = await invite(email);
    await visit(path);
    await until('#invite', /invites i•••@example\.com to “<img src=x/);
    expect(page.url()).toBe(`${platform.baseUrl}/join`);
    await page.click('#accept button');
    await visible('#login');
    await page.click('#enter-ways [value="register"]');
    await fill('#register', { email, password: passphrase });
    await until('#invite', new RegExp(`^You are a member of account ${account} now, as developer\\.$`));
    await page.click('#switch');
    await until('#who', new RegExp(`^${email}, in account ${account} as developer\\.$`));
    expect(page.url()).toBe(`${platform.baseUrl}/`);
    expect(await text('#accounts')).toMatch(/^Switch to /);
    expect(await page.evaluate('document.body.dataset.hit')).toBeUndefined();
  });

  it('a person with one-time codes joins; with another address they are told, and can log in again', async () => {
    const email = 'coded@example.com';
    const { path } = await invite(email);
    const user = await Client.register(platform.baseUrl, email);
    const secret = await withCodes(user);
    const other = await Client.register(platform.baseUrl);
    await visit(path);
    await page.waitForSelector('#accept button', { visible: true });
    await page.click('#accept button');
    await fill('#login', { email: other.email, password: passphrase });
    await until('#problem', /is for another e-mail address; log in with the one that it was sent to$/);
    await fill('#login', { email, password: `${passphrase} not` });
    await until('#enter-problem', /^invalid/);
    await fill('#login', { password: passphrase });
    await fill('#code', { code: await codeFor(secret) });
    await until('#invite', /^You are a member of account \d{12} now, as developer\.$/);
    expect(await text('#problem')).toBe('');
  });

  it.each([
    ['/join', /^This link is incomplete\./],
    ['/join?token=ivt-none', /^(token|invite)\b/],
  ])('%s says what is wrong with the link', async (path, problem) => {
    await visit(path);
    await until('#problem', problem);
    expect(await page.$eval('#accept', (form) => form.hasAttribute('hidden'))).toBe(true);
  });

  it('no address makes a page lead to another site', async () => {
    for (const address of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const given = encodeURIComponent(address);
      await visit(`/?next=${given}&to=${given}&return_to=${given}&redirect=${given}#${given}`);
      await visible('#login');
      const links = await page.$$eval('a, form', (all) =>
        all.map((one) => one.getAttribute('href') ?? one.getAttribute('data-to') ?? '/'),
      );
      expect(links.filter((link) => !/^\/(?![/\\])/.test(link))).toEqual([]);
    }
  });

  it.each(['/', '/join', '/reset?token=x', '/dev/outbox.html'])('%s fits a narrow screen', async (path) => {
    await page.setViewport({ width: 320, height: 640 });
    await visit(path);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('the reference has an address for each operation, and finds one by a field of its body', async () => {
    const refused: string[] = [];
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
    await visit('/docs#login');
    await until('body', /Logs in, or asks for a one-time code/);
    expect(await page.evaluate('location.hash')).toBe('#tag/sessions/login');
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('[role="dialog"] input, input[type="search"]', { visible: true });
    await page.keyboard.type('user_data');
    const found = () => page.$$eval('[role="option"]', (all) => all.map((one) => one.textContent ?? ''));
    await expect.poll(async () => (await found()).join()).toContain('/compute/instances');
    await expect.poll(async () => (await found()).join('\n')).toMatch(/Launch an? instance/i);
    const launch =
      "[...document.querySelectorAll('[role=option]')].find((one) => /Launch an? instance/i.test(one.textContent))";
    await page.evaluate(`${launch}.click()`);
    await expect.poll(() => page.evaluate('location.hash')).toBe('#tag/instances/launchInstance');
    await until('body', /Launches an instance; 201 while it is provisioning/);
    await until('body', /Answers a repetition within 24 hours with the first reply/);
    await page.setViewport({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(refused).toEqual([]);
  });
});
