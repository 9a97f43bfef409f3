import type { Browser, Page } from 'puppeteer-core';
import { eventually } from './eventually.ts';

/** A checkout page as a person sees and uses it. */
export class CheckoutPage {
  readonly page: Page;
  /** What it threw, and what the browser refused it. */
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

  /** What an element shows; nothing where it is not to be seen. */
  text(id: string): Promise<string> {
    const element = `document.getElementById(${JSON.stringify(id)})`;
    return this.page.evaluate(`${element}.checkVisibility() ? ${element}.innerText : ''`) as Promise<string>;
  }

  /** Waits until an element shows that. */
  async until(id: string, pattern: RegExp): Promise<void> {
    await eventually(async () => pattern.test(await this.text(id)), { seen: () => this.text(id) });
  }

  click = (id: string): Promise<void> => this.page.click(`#${id}`);

  async key(id: string, key: 'Enter' | 'Space'): Promise<void> {
    await this.page.focus(`#${id}`);
    await this.page.keyboard.press(key);
  }

  /** Whether it offers to pay, to fail and to cancel. */
  canChoose = async (): Promise<boolean> => (await this.text('choice')) !== '';

  /** What it hands back, in the very shape that the API takes; undefined for nothing. */
  async handedBack(): Promise<{ gateway_payment_id: string; signature: string } | undefined> {
    if ((await this.text('proof')) === '') return undefined;
    return JSON.parse((await this.page.evaluate("document.getElementById('json').value")) as string);
  }
}
