import type { Page, SerializedAXNode } from 'puppeteer-core';

/** What has the focus, as a screen reader says it. */
interface Focused {
  readonly role: string;
  readonly name: string;
}

/** More presses on Tab than any page needs. */
const most = 150;

/** Somebody who has a keyboard alone. Wherever the focus comes, it must be seen. */
export class Keyboard {
  readonly #page: Page;
  /** What was wrong with the focus on the way; a sentence each. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** What has the focus; undefined for nothing. */
  async focused(): Promise<Focused | undefined> {
    const root = await this.#page.accessibility.snapshot();
    const found = root && focusedIn(root);
    return found && found.role !== 'RootWebArea' ? { role: found.role, name: found.name ?? '' } : undefined;
  }

  /** Looks until something is called so, on this page or on the one that follows it; then presses Tab up to it. */
  async to(name: string, role?: string): Promise<void> {
    const wanted = role === undefined ? '' : `[role="${role}"]`;
    await this.#page.waitForSelector(`::-p-aria([name="${name}"]${wanted})`);
    const seen: string[] = [];
    for (let presses = 0; presses < most; presses++) {
      const now = await this.focused();
      if (now?.name === name && (role === undefined || now.role === role)) return;
      seen.push(now ? `${now.role} ${now.name}` : 'nothing');
      await this.key('Tab');
    }
    throw new Error(`Tab does not come to ${name}; it comes to: ${[...new Set(seen)].join(', ')}`);
  }

  /** Presses a key, and looks where the focus is then. */
  async key(key: Parameters<Page['keyboard']['press']>[0]): Promise<void> {
    await this.#page.keyboard.press(key);
    const fault = (await this.#page.evaluate(unseen)) as string;
    if (fault) this.faults.push(`after ${key}: ${fault}`);
  }

  /** Comes to a control by Tab and presses Enter. */
  async press(name: string, role?: string): Promise<void> {
    await this.to(name, role);
    await this.#page.keyboard.press('Enter');
  }

  /** Comes to a field by Tab, and types in place of what it has. */
  async fill(name: string, text: string): Promise<void> {
    await this.to(name);
    await this.#page.keyboard.down('Control');
    await this.#page.keyboard.press('a');
    await this.#page.keyboard.up('Control');
    await this.#page.keyboard.type(text);
  }

  /** Opens the menu of that name, and chooses one of its entries. */
  async choose(name: string, entry: string): Promise<void> {
    await this.menu(name, entry);
    await this.key('Enter');
  }

  /** Opens the menu of that name, and comes by the arrow keys to one of its entries. */
  async menu(name: string, entry: string): Promise<void> {
    await this.press(name);
    await this.#page.waitForSelector('[popover]:popover-open [role=menuitem]:focus');
    for (let presses = 0; presses < most; presses++) {
      if ((await this.focused())?.name.startsWith(entry)) return;
      await this.key('ArrowDown');
    }
    throw new Error(`the menu ${name} has no entry ${entry}`);
  }
}

function focusedIn(node: SerializedAXNode): SerializedAXNode | undefined {
  // The innermost one: a dialog around it says that it has the focus, too.
  for (const child of node.children ?? []) {
    const found = focusedIn(child);
    if (found) return found;
  }
  return node.focused ? node : undefined;
}

/** Why what has the focus cannot be seen; the empty text where it can. Runs in the page. */
const unseen = `(async () => {
  // A dialog that closes gives the focus back before the next frame, which is the first that anybody sees.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const element = document.activeElement;
  // On a page whose end is passed the browser itself has the focus.
  if (!element || element === document.body) return '';
  const said = element.outerHTML.slice(0, 120);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'it is outside the window: ' + said;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const isHeading = element.tabIndex === -1;
  if (!isHeading && (outlineStyle === 'none' || parseFloat(outlineWidth) === 0) && boxShadow === 'none')
    return 'it has no mark of the focus: ' + said;
  const x = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max((Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2, 0), innerHeight - 1);
  const above = document.elementFromPoint(x, y);
  return above && (element.contains(above) || above.contains(element)) ? '' : 'something hides it: ' + said;
})()`;
