import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { hasBrowser, openBrowser } from '#test/support/browser/browser.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

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
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  const at = () => `${platform.baseUrl}/console/${machine.id}`;
  const state = () => page.$eval('#state', (element) => element.textContent ?? '');
  const problem = () => page.$eval('#enter-problem', (element) => element.textContent ?? '');
  const screen = () => page.$eval('.xterm-rows', (element) => element.textContent ?? '');
  const until = (look: () => Promise<string>, pattern: RegExp) =>
    eventually(async () => pattern.exec(await look())?.[0]).catch(async () => {
      throw new Error(`${pattern} is not in ${await look()}`);
    });

  it('has a person log in, and is a terminal afterwards: keys, output, size', async () => {
    await page.goto(at());
    await until(state, /^Log in to go on\.$/);
    await page.type('#login-email', owner.email);
    await page.type('#login-password', 'not the passphrase\n');
    await until(problem, /^invalid/);
    await page.click('#login-password', { count: 3 });
    // The browser notes the refusals: no login yet, a wrong password.
    await page.type('#login-password', passphrase);
    troubles.length = 0;
    await page.keyboard.press('Enter');
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

  it('names the machine, and leads to its page', async () => {
    await expect.poll(() => page.title()).toBe(`${machine.name} · terminal`);
    expect(await page.$eval('#about', (link) => link.getAttribute('href'))).toBe(`/console/instances/${machine.id}`);
  });

  it('opens no address of a machine’s output but http, and that only when told to', async () => {
    const asked: string[] = [];
    const opened: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('popup', (popup) => opened.push(popup?.url() ?? ''));
    const link = (address: string, text: string) => `\\033]8;;${address}\\033\\\\${text}\\033]8;;\\033\\\\`;
    const click = async (text: string) => {
      const place = await eventually(async () => {
        const spans = await page.$$('.xterm-rows span');
        for (const span of spans) {
          if ((await span.evaluate((one) => one.textContent)) === text) return (await span.boundingBox()) ?? undefined;
        }
        return undefined;
      });
      await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
      await page.mouse.move(place.x + place.width / 2 + 1, place.y + place.height / 2);
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    };
    await page.keyboard.type(
      `clear; printf '${link('javascript:document.title=1', 'BAD')} ${link('http://127.0.0.1:9/', 'GOOD')}\\n'\n`,
    );
    await click('BAD');
    await click('GOOD');
    await eventually(async () => asked.length > 0 || undefined);
    expect(asked).toEqual(['Open http://127.0.0.1:9/ in a new tab?']);
    expect(opened).toEqual([]);
    page.removeAllListeners('dialog');
  });

  it('tells when the shell ends, and connects again when asked', async () => {
    await page.keyboard.type('exit 4\n');
    await until(screen, /\[exit 4\]/);
    await until(state, /^The shell has ended\.$/);
    await page.click('#again');
    await until(state, /^Connected\.$/);
  });

  it('fills the screen, and leaves it', async () => {
    const label = () => page.$eval('#whole', (button) => button.textContent);
    await page.click('#whole');
    await expect.poll(label).toBe('Leave full screen');
    await page.click('#whole');
    await expect.poll(label).toBe('Full screen');
  });

  it('has a shell of its own in each tab, and comes back by itself when its connection is lost', async () => {
    const other = await page.browserContext().newPage();
    // What a page holds of its sockets is not reached from outside: they are noted as they are made.
    await other.evaluateOnNewDocument(
      'const Own = WebSocket; WebSocket = class extends Own { constructor(...given) { super(...given); globalThis.socket = this } }',
    );
    await other.goto(at());
    const said = (shown: Page, selector: string) => shown.$eval(selector, (element) => element.textContent ?? '');
    await until(() => said(other, '#state'), /^Connected\.$/);
    const shellOf = async (shown: Page, word: string) => {
      await shown.bringToFront();
      await shown.keyboard.type(`clear; echo "${word}="$$\n`);
      return (await until(() => said(shown, '.xterm-rows'), new RegExp(`${word}=\\d+`))).slice(word.length);
    };
    const [one, two] = [await shellOf(page, 'one'), await shellOf(other, 'two')];
    expect(one).not.toBe(two);
    await other.evaluate('socket.close(4000)');
    await until(() => said(other, '#state'), /^The connection was lost\. Reconnecting in 1 s/);
    await until(() => said(other, '#state'), /^Connected\.$/);
    expect(await shellOf(other, 'three')).not.toBe(two);
    expect(await state()).toBe('Connected.');
    await other.close();
    await page.bringToFront();
  });

  it('tells a person of another account so, and has them log in as another user', async () => {
    const stranger = await Client.register(platform.baseUrl);
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    await page.goto(at());
    await until(state, /^Log in to go on\.$/);
    await page.type('#login-email', stranger.email);
    await page.type('#login-password', `${passphrase}\n`);
    await until(state, new RegExp(`${machine.id}`));
    await page.click('#other');
    await page.click('#login-email', { count: 3 });
    await page.type('#login-email', owner.email);
    await page.type('#login-password', `${passphrase}\n`);
    await until(state, /^Connected\.$/);
    await context.close();
  });

  it('runs nothing but its own scripts, and is no frame of another page', async () => {
    const reply = await fetch(at());
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-\S+')+; style-src 'self' 'unsafe-inline'/);
    expect(policy).toContain("frame-ancestors 'none'");
  });
});
