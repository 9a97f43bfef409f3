import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type JSHandle, Locator, type Page } from 'puppeteer-core';
import { ask, Client, passphrase } from '#test/support/http/client.ts';
import { type PlatformOptions, startPlatform } from '#test/support/platform/platform.ts';
import { type SharedPlatform, sharedBrowser, sharedPlatform } from '#test/support/shared/lasting.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { openBrowser } from './browser.ts';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Shows the rows of a long list after the first ones, or hides them: they are made as these are, and axe takes long to
 * look at all of them.
 */
const show = (display: '' | 'none') =>
  `for (const row of document.querySelectorAll('tbody tr:nth-child(n + 13)')) row.style.display = '${display}';`;

/** A platform with its console in a browser. */
export class Web {
  readonly platform: SharedPlatform;
  readonly browser: Browser;

  /** Ends what it has started. */
  readonly close: () => Promise<void>;

  private constructor(platform: SharedPlatform, browser: Browser, close: () => Promise<void>) {
    this.platform = platform;
    this.browser = browser;
    this.close = close;
  }

  /** Both as this worker has them for all of its files. */
  static async shared(): Promise<Web> {
    const [platform, browser] = await Promise.all([sharedPlatform(), sharedBrowser()]);
    return new Web(platform, browser, async () => undefined);
  }

  /** Starts both; by default on the driver that runs nothing. */
  static async open(env: Record<string, string> = {}, options: PlatformOptions = {}): Promise<Web> {
    const variables = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', ...env };
    const [platform, browser] = await Promise.all([startPlatform({ ...options, env: variables }), openBrowser()]);
    return new Web(platform, browser, async () => {
      await browser.close();
      await platform.stop();
    });
  }

  /** The first mail of a kind to an address. */
  mailed(to: string, kind: string): Promise<{ code: string; link: string }> {
    return eventually(async () => {
      const { messages } = (await ask(this.platform.baseUrl, `/dev/outbox?to=${encodeURIComponent(to)}`)).body;
      return messages.find((one: { kind: string }) => one.kind === kind) as { code: string; link: string } | undefined;
    });
  }

  /** A person without a login, in a browser of their own. */
  async stranger(): Promise<Person> {
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    return new Person(this.platform.baseUrl, context, page);
  }

  /** A person who is logged in as the root user of a new account, or of the given one. */
  async person(client?: Client): Promise<Person & { client: Client }> {
    const user = client ?? (await Client.verified(this.platform.baseUrl));
    const person = await this.stranger();
    await person.visit('/login');
    await person.fill({ email: user.email, password: passphrase });
    await person.press('Log in');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    return Object.assign(person, { client: user });
  }
}

/** Milliseconds: longer than anything should take under faults on a busy computer. */
const patience = 60_000;

/** Somebody who uses the console. What goes wrong in their page is kept in `troubles`. */
export class Person {
  readonly page: Page;
  readonly troubles: string[] = [];
  readonly #base: string;
  readonly #context: BrowserContext;

  constructor(base: string, context: BrowserContext, page: Page) {
    this.#base = base;
    this.#context = context;
    this.page = page;
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    page.on('console', (message) => {
      // A refusal of the API is no trouble: the page is to show it.
      const isError = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
      if (isError || /Content Security Policy|Trusted|Warning:/.test(message.text()))
        this.troubles.push(message.text());
    });
  }

  /** Opens a page of the console: `/instances`. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.#base}/console${path === '/' ? '' : path}`);
    await this.page.waitForSelector('h1');
  }

  /** Opens the link of a mail. */
  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.page.waitForSelector('h1');
  }

  /** Fills fields in, by their names in the API. */
  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      const field = await this.page.waitForSelector(`[name="${name}"]`, { visible: true });
      if (await field?.evaluate((element) => element.tagName === 'SELECT')) {
        await this.page.waitForSelector(`[name="${name}"] option[value="${value}"]`);
        await field?.select(value);
      } else {
        await field?.click({ count: 3 });
        await field?.type(value);
      }
    }
  }

  /** Presses a button, a link, a tab or an entry of a menu, by its name as a screen reader has it. */
  async press(name: string): Promise<void> {
    const roles = ['button', 'link', 'menuitem', 'checkbox', 'radio', 'option', 'DisclosureTriangle'];
    const locators = roles.map((role) => this.page.locator(`::-p-aria([name="${name}"][role="${role}"])`));
    await Locator.race(locators).setTimeout(20_000).click();
  }

  /** Drops files and folders of this machine onto an element of the page. */
  async drop(selector: string, files: string[]): Promise<void> {
    const target = await this.page.waitForSelector(selector, { visible: true });
    const { x, y } = (await target?.clickablePoint()) ?? { x: 0, y: 0 };
    const session = await this.page.createCDPSession();
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x, y, data });
    }
    await session.detach();
  }

  /** Opens a part of the page by its tab, whose name may also be that of a page. */
  async tab(name: string): Promise<void> {
    await this.page.locator(`.tabs a::-p-text(${name})`).click();
  }

  /** Waits until the page says so: a text in its `main`, in a dialog, or in a message. */
  async sees(text: string): Promise<void> {
    // Puppeteer's own wait for a text is not told of one that changes in place, such as an id that becomes a name.
    const isThere = async () => (await this.page.$(`::-p-text(${text})`)) !== null;
    // While it is being left a page cannot be asked.
    const says = () => isThere().catch(() => false);
    const said = () => this.page.$eval('body', (body) => body.textContent);
    const seen = async () => `${text} is not in: ${await said()}`;
    await eventually(says, { seen });
  }

  /** Records the texts that an element of the page shows from now on, each change one, for what passes quickly. */
  async record(selector: string): Promise<() => Promise<string[]>> {
    const texts = (await this.page.evaluateHandle(`(() => {
      const texts = [];
      const note = () => texts.push(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '');
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
      return texts;
    })()`)) as JSHandle<string[]>;
    return () => texts.jsonValue();
  }

  /** What axe has against the page as it is: WCAG 2.2 AA and best practice, a sentence each. */
  async axe(): Promise<string[]> {
    // In a world of its own the page's policy does not stop it.
    const session = await this.page.createCDPSession();
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'axe',
    });
    const evaluate = (expression: string) =>
      session.send('Runtime.evaluate', { contextId, expression, awaitPromise: true, returnByValue: true });
    await evaluate(`${axe}; ${show('none')}`);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { result, exceptionDetails } = await evaluate(
      `axe.run({ runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html)))`,
    );
    await evaluate(show(''));
    await session.detach();
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as string[];
  }

  /** The width by which the page is wider than the window. */
  sideways(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>;
  }

  /** What stands out most at the right of the window, for people who look for the reason. */
  widest(): Promise<string> {
    return this.page.$$eval('body *', (all) => {
      type Box = { getBoundingClientRect(): { right: number }; outerHTML: string };
      const right = (one: unknown) => (one as Box).getBoundingClientRect().right;
      const most = all.reduce((widest, one) => (right(one) > right(widest) ? one : widest));
      return (most as unknown as Box).outerHTML.slice(0, 200);
    });
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }
}
