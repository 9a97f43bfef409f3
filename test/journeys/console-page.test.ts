import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { hasBrowser, openBrowser } from '#test/support/browser.ts';
import { Client, passphrase } from '#test/support/client.ts';
import { eventually } from '#test/support/eventually.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform.ts';

describe.skipIf(!hasBrowser('the console page'))('the console page in a browser', () => {
  let platform: RunningPlatform;
  let owner: Client;
  let machine: Instance;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  beforeAll(async () => {
    [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
    owner = await Client.register(platform.baseUrl);
    machine = await owner.launch();
    page = await browser.newPage();
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
    await page.setViewport({ width: 900, height: 600 });
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const at = () => `${platform.baseUrl}/console/${machine.id}`;
  const state = () => page.$eval('#state', (element) => element.textContent ?? '');
  const screen = () => page.$eval('.xterm-rows', (element) => element.textContent ?? '');
  const until = (look: () => Promise<string>, pattern: RegExp) =>
    eventually(async () => pattern.exec(await look())?.[0]).catch(async () => {
      throw new Error(`${pattern} is not in ${await look()}`);
    });

  it('says what is missing where nobody is logged in', async () => {
    await page.goto(at());
    await until(state, /^Log in first/);
    troubles.length = 0;
  });

  it('is a terminal for who is: keys, output, size', async () => {
    await page.evaluate(
      async (body) => {
        await fetch('/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      },
      JSON.stringify({ email: owner.email, password: passphrase }),
    );
    await page.goto(at());
    await until(state, /^Connected\.$/);
    await page.keyboard.type('echo "typed"-"here" "size="$(stty size)\n');
    await until(screen, /typed-here/);
    const before = await until(screen, /size=\d+ \d+/);
    await page.setViewport({ width: 600, height: 400 });
    await page.keyboard.type('clear; echo "size="$(stty size)\n');
    await eventually(async () => {
      const size = /size=\d+ \d+/.exec(await screen())?.[0];
      return size !== undefined && size !== before;
    });
    expect(troubles).toEqual([]);
  });

  it('tells when the shell ends, and connects again when asked', async () => {
    await page.keyboard.type('exit 4\n');
    await until(screen, /\[exit 4\]/);
    await until(state, /^The shell has ended\.$/);
    await page.click('#again');
    await until(state, /^Connected\.$/);
  });

  it('has a sister that describes every route', async () => {
    troubles.length = 0;
    await page.goto(`${platform.baseUrl}/docs`);
    const { paths } = (await (await fetch(`${platform.baseUrl}/openapi.json`)).json()) as { paths: object };
    const operations = Object.values(paths).flatMap(Object.keys).length;
    const listed = () => page.$$eval('#routes > details', (all) => all.length);
    await expect.poll(listed).toBe(operations);
    await page.type('#find', 'post /auth/login');
    await expect.poll(listed).toBe(1);
    await page.click('#routes summary');
    const text = () => page.$eval('#routes', (element) => element.textContent ?? '');
    await until(text, /password \(required\) string.*429 /s);
    expect(troubles).toEqual([]);
  });

  it('runs nothing but its own scripts, and is no frame of another page', async () => {
    const reply = await fetch(at());
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-\S+'; style-src 'self' 'unsafe-inline'/);
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
