import type { Browser, Page } from 'puppeteer-core';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A checkout page, as a user sees it. */
export class CheckoutPage {
  readonly page: Page;
  /** Errors that the page threw, and requests that the browser refused. */
  readonly troubles: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.troubles.push(message.text()));
  }

  static open = async (browser: Browser): Promise<CheckoutPage> => new CheckoutPage(await browser.newPage());

  async visit(url: string | null): Promise<void> {
    await this.page.goto(url ?? '');
    await this.until('status', /^(?!Loading)/);
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.until('status', /^(?!Loading)/);
  }

  /** The visible text of an element; empty when the element is hidden. */
  text(id: string): Promise<string> {
    const element = `document.getElementById(${JSON.stringify(id)})`;
    return this.page.evaluate(`${element}.checkVisibility() ? ${element}.innerText : ''`) as Promise<string>;
  }

  /** Waits until an element's text matches the pattern. */
  async until(id: string, pattern: RegExp): Promise<void> {
    await eventually(async () => pattern.test(await this.text(id)), { seen: () => this.text(id) });
  }

  click = (id: string): Promise<void> => this.page.click(`#${id}`);

  async key(id: string, key: 'Enter' | 'Space'): Promise<void> {
    await this.page.focus(`#${id}`);
    await this.page.keyboard.press(key);
  }

  /** Whether the page offers to pay, to fail and to cancel. */
  canChoose = async (): Promise<boolean> => (await this.text('choice')) !== '';

  /** What the page hands back, in the form that the API takes; undefined when it hands back nothing. */
  async handedBack(): Promise<{ gateway_payment_id: string; signature: string } | undefined> {
    if ((await this.text('proof')) === '') return undefined;
    return JSON.parse((await this.page.evaluate("document.getElementById('json').value")) as string);
  }
}
