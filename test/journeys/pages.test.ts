import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { ask } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedBrowser, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

describe.skipIf(!hasBrowser('the pages'))('the pages in a browser', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let troubles: string[];
  beforeAll(async () => {
    [platform, browser] = await Promise.all([sharedPlatform(), sharedBrowser()]);
  });
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

  const visit = (path: string) => page.goto(platform.baseUrl + path);
  const text = (selector: string) => page.$eval(selector, (element) => element.textContent ?? '');
  const until = (selector: string, pattern: RegExp) =>
    eventually(async () => pattern.test(await text(selector).catch(() => '')) || undefined).catch(async () => {
      throw new Error(`${pattern} is not in ${selector}: ${await text(selector).catch(String)}`);
    });

  it('/ answers programs as before, and leads a browser to the console', async () => {
    const program = await ask(platform.baseUrl, '/');
    expect([program.status, program.body]).toEqual([404, { error: 'no route for GET /' }]);
    await visit('/');
    await until('h1', /^Log in$/);
    expect(page.url()).toBe(`${platform.baseUrl}/console/login`);
  });

  it.each(['/join', '/reset'])('%s of a mail leads to the console with its query', async (path) => {
    const reply = await fetch(`${platform.baseUrl}${path}?token=a%2Fb`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, `/console${path}?token=a%2Fb`]);
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('the first page of a laptop leads a person everywhere', async () => {
    await visit('/dev/start.html');
    await until('#status', /^up, version \S+, region in-mum$/);
    expect(await text('#base')).toBe(platform.baseUrl);
    expect(await text('#s3')).toBe((await ask(platform.baseUrl, '/healthz')).body.s3_url);
    expect(await page.$eval('#steps', (field) => (field as unknown as { value: string }).value)).toMatch(
      /^echo '.*' \| svc register \S+ --password-stdin\nsvc instance launch /,
    );
    const links = await page.$$eval('main a', (all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links).toEqual([
      '/console',
      '/docs',
      '/openapi.json',
      '/dev/outbox.html',
      '/healthz',
      '/guides',
      '/guides/getting-started',
    ]);
    for (const link of links) expect((await fetch(platform.baseUrl + link)).status).toBe(200);
  });

  it.each(['/dev/start.html', '/dev/outbox.html'])('%s fits a narrow screen', async (path) => {
    await page.setViewport({ width: 320, height: 640 });
    await visit(path);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('the reference sends requests of the console’s session, and begins one that needs the secret of the origin', async () => {
    const refused: string[] = [];
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
    const replies: string[] = [];
    page.on('response', (reply) => {
      const path = reply.url().replace(platform.baseUrl, '');
      if (path.startsWith('/auth/')) replies.push(`${path} ${reply.status()}`);
    });
    /** Presses the first button with these words once it is there. */
    const press = (words: string) => {
      const all = '[...document.querySelectorAll("button")]';
      const isNamed = `({ textContent }) => textContent.replace(/\\s+/g, " ").includes("${words}")`;
      return eventually(() =>
        page.evaluate(`(${all}.find(${isNamed})?.click(), ${all}.some(${isNamed})) || undefined`),
      );
    };
    await visit('/docs#register');
    await press('(post /auth/register)');
    await press('Send Request');
    await expect.poll(() => replies).toEqual(['/auth/register 201']);
    await visit('/docs?again#getMe');
    await press('(get /auth/me)');
    await press('Send Request');
    await expect.poll(() => replies.slice(1)).toEqual(['/auth/me 200']);
    await until('body', /"asha@example\.in"/);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['svc_access', 'svc_refresh']);
    // What has the cookies alone, as servers at other ports see them, is nobody.
    expect(await page.evaluate("fetch('/auth/me').then(({ status }) => status)")).toBe(401);
    // The access cookie is gone after a quarter of an hour; the refresh cookie gets another.
    await context.deleteCookie(...(await context.cookies()).filter(({ name }) => name === 'svc_access'));
    await press('Send get request');
    await expect.poll(() => replies.slice(3)).toEqual(['/auth/me 401', '/auth/refresh 200', '/auth/me 200']);
    await visit('/console');
    await until('h1', /^Home$/);
    expect(refused).toEqual([]);
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
    await until('body', /A repetition within 24 hours gets the first reply/);
    await page.setViewport({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(refused).toEqual([]);
  });
});
