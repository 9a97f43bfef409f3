/*
 * The focus is never lost. What had it may go: a row that is deleted, a button that is pressed once, a message that
 * ends. Then its neighbour in the list has it, or what had it before, or the heading of the page; so a keyboard goes on
 * where it was, and a screen reader says where that is.
 */

/** Where the focus was: the element, and its place among the rows of a list. */
interface Spot {
  readonly element: HTMLElement;
  readonly list: Element | null;
  readonly row: number;
  /** Which of the row's controls it was. */
  readonly control: number;
}

const rows = 'tr, li, .form-row, .tag-row';
const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** How many elements are remembered that had the focus before. */
const most = 20;

let past: readonly Spot[] = [];
/** Whether the focus was taken away by who uses the page: by a click on nothing. */
let isLeft = false;

/** Begins to keep the focus. Answers what ends it. */
export function keepFocus(): () => void {
  const changes = new MutationObserver(() => isLost() && restoreFocus());
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', leave);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', leave);
    changes.disconnect();
  };
}

/** Forgets what had the focus: another page is shown, whose heading takes it. */
export function forgetFocus(): void {
  past = [];
}

function remember({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return;
  isLeft = false;
  past = [...past.filter(({ element }) => element !== target).slice(1 - most), spotOf(target)];
}

/** A browser says the same of an element that goes as of one that is left. Only the latter is there afterwards. */
function leave({ target }: FocusEvent): void {
  queueMicrotask(() => {
    if (hasNothing() && target instanceof HTMLElement) isLeft = isThere(target);
  });
}

const hasNothing = (): boolean => (document.activeElement ?? document.body) === document.body;

/** A button that waits for its reply is disabled, and has the focus again when it is not. */
const isThere = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

function isLost(): boolean {
  const last = past.at(-1)?.element;
  return last !== undefined && !isLeft && hasNothing() && (!last.isConnected || isThere(last));
}

function spotOf(element: HTMLElement): Spot {
  const row = element.closest(rows);
  const list = row?.parentElement ?? null;
  return {
    element,
    list,
    row: row && list ? [...list.children].indexOf(row) : -1,
    control: row ? controlsOf(row).indexOf(element) : -1,
  };
}

const controlsOf = (box: Element): HTMLElement[] => [...box.querySelectorAll<HTMLElement>(controls)];

/** Gives the focus to what had it last and can have it, or to what stands where that was. */
export function restoreFocus(): void {
  for (const spot of past.toReversed()) {
    const isGone = !spot.element.isConnected;
    if (takes(isGone ? neighbourOf(spot) : spot.element, !isGone)) return;
  }
  takes(document.querySelector<HTMLElement>('dialog[open] h2, main h1') ?? undefined, true);
}

function takes(element: HTMLElement | undefined, preventScroll: boolean): boolean {
  element?.focus({ preventScroll });
  return element !== undefined && document.activeElement === element;
}

/** The same control of the row that stands where a row was, or of the last row. */
function neighbourOf({ list, row, control }: Spot): HTMLElement | undefined {
  if (!list?.isConnected || list.children.length === 0) return undefined;
  const next = list.children[Math.min(row, list.children.length - 1)];
  return next && controlsOf(next).at(Math.max(control, 0));
}
