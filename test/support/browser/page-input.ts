import type { ElementHandle, Page } from 'puppeteer-core';
import { eventually } from '#test/support/vitest/eventually.ts';
import { Keyboard } from './keyboard.ts';

/** How somebody uses a page: what they press and fill in, by its name and role as a screen reader has them. */
export interface PageInput {
  press(name: string, role: string): Promise<void>;
  fill(name: string, text: string): Promise<void>;
  /** Opens the menu of that name, and chooses one of its entries. */
  choose(name: string, entry: string): Promise<void>;
  /** What was wrong on the way; a sentence each. */
  readonly faults: readonly string[];
}

/** The ways to use a page. */
export const ways = ['mouse', 'touch', 'keyboard'] as const;

/** The hands of somebody who has nothing else than this. */
export const pageInputOf = (way: (typeof ways)[number], page: Page): PageInput =>
  way === 'keyboard' ? new Keyboard(page) : new Pointer(page, way);

/** What this file uses of an element and of its document. */
interface Shown {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): Shown | null };
  getBoundingClientRect(): Record<'left' | 'right' | 'top' | 'bottom', number>;
  contains(other: Shown | null): boolean;
}

/** Whether what lies at the middle of an element is the element itself. Runs in the page. */
const isOnTop = (one: unknown): boolean => {
  const element = one as Shown;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.contains(element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2));
};

/** Somebody who points at what is seen, and types. */
class Pointer implements PageInput {
  readonly faults = [];
  readonly #page: Page;
  readonly #way: 'mouse' | 'touch';

  constructor(page: Page, way: 'mouse' | 'touch') {
    this.#page = page;
    this.#way = way;
  }

  async press(name: string, role: string): Promise<void> {
    await this.#point(await this.#find(name, role));
  }

  async fill(name: string, text: string): Promise<void> {
    const field = await this.#find(name, 'textbox');
    await this.#point(field);
    await this.#page.keyboard.down('Control');
    await this.#page.keyboard.press('a');
    await this.#page.keyboard.up('Control');
    await this.#page.keyboard.type(text);
  }

  async choose(name: string, entry: string): Promise<void> {
    await this.press(name, 'button');
    await this.press(entry, 'menuitem');
  }

  async #find(name: string, role: string): Promise<ElementHandle> {
    const selector = `::-p-aria([name="${name}"][role="${role}"])`;
    const found = await this.#page.waitForSelector(selector, { visible: true });
    if (!found) throw new Error(`there is no ${role} ${name}`);
    return found;
  }

  async #point(element: ElementHandle): Promise<void> {
    await element.scrollIntoView();
    // A message that hides it goes by itself.
    const seen = () => element.evaluate((one) => `hidden: ${one.outerHTML}`);
    await eventually(() => element.evaluate(isOnTop), { seen, patience: 20_000 });
    await (this.#way === 'touch' ? element.tap() : element.click());
  }
}
