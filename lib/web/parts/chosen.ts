/** What was chosen in this browser: whether a column is shown, by its title. Others are as the list has them. */
export type Chosen = Readonly<Record<string, boolean>>;

const prefix = 'svc.columns.';

/** What a browser keeps. To name it throws where it is not allowed to keep anything. */
type Keeps = () => Pick<Storage, 'getItem' | 'setItem'>;
const kept: Keeps = () => localStorage;

/** The columns that were chosen for a list; none where nothing was, or what is there is not ours. */
export function chosenOf(list: string, storage = kept): Chosen {
  try {
    const found: unknown = JSON.parse(storage().getItem(prefix + list) ?? '{}');
    const entries = Object.entries(typeof found === 'object' && found !== null ? found : {});
    return Object.fromEntries(entries.filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
}

/** Remembers what was chosen. Where the browser keeps nothing, it holds until the page is left. */
export function keepChosen(list: string, chosen: Chosen, storage = kept): void {
  try {
    storage().setItem(prefix + list, JSON.stringify(chosen));
  } catch {
    // The storage is full, or not allowed.
  }
}

/** The columns of a list as they were chosen. The first is always there: it names the row. */
export const shownOf = <T extends { readonly title: string; readonly extra?: boolean }>(
  columns: readonly T[],
  chosen: Chosen,
): T[] => columns.filter(({ title, extra }, at) => at === 0 || (Object.hasOwn(chosen, title) ? chosen[title] : !extra));
