import { useSyncExternalStore } from 'react';

/*
 * The console's addresses: `/console/…`, each of which can be linked to, reloaded and gone back to. What is chosen, a
 * page, a tab, a filter, an order, makes a step in the history. What is typed replaces the step that it is typed in.
 */

const base = '/console';
const changed = new EventTarget();

/** The href of a page: `hrefOf('/instances')` is `/console/instances`. */
export const hrefOf = (to: string): string => (to === '/' ? base : base + to);

/** The page that the browser is at, without `/console`. */
export const pathNow = (): string => location.pathname.slice(base.length).replace(/\/$/, '') || '/';

function subscribe(listen: () => void): () => void {
  changed.addEventListener('change', listen);
  addEventListener('popstate', listen);
  return () => {
    changed.removeEventListener('change', listen);
    removeEventListener('popstate', listen);
  };
}

let goesBack = false;
addEventListener('popstate', () => {
  goesBack = true;
});

/** Whether the present address was come to by Back or Forward, where the browser scrolls to what was seen there. */
export const isRevisited = (): boolean => goesBack;

const here = (): string => location.pathname + location.search;

/** Goes to a page of the console; `replace` leaves the present one out of the history. */
export function navigate(to: string, { replace = false } = {}): void {
  goesBack = false;
  const href = hrefOf(to);
  // As with any link, the address that one is at makes no step.
  if (replace || href === here()) history.replaceState(history.state, '', href);
  else history.pushState({ before: here() }, '', href);
  changed.dispatchEvent(new Event('change'));
}

/** Goes back to an address where that is the step before; otherwise puts it in place of the present one. */
function backTo(to: string): void {
  if (history.state?.before === hrefOf(to)) history.back();
  else navigate(to, { replace: true });
}

/** The path of the present page, decoded segment by segment by those who match it. */
export const usePath = (): string => useSyncExternalStore(subscribe, pathNow);

type Changes = Readonly<Record<string, string | undefined>>;

/**
 * What a change of the query is: what is `chosen` makes a step in the history, what is `typed` makes none, and what is
 * `closed` goes back over the step by which it was opened.
 */
type Manner = 'chosen' | 'typed' | 'closed';

/** What stands in the query of the address, and what changes it. */
export function useSearch(): [URLSearchParams, (changes: Changes, manner?: Manner) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const change = (changes: Changes, manner: Manner = 'chosen') => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    const to = pathNow() + (text && `?${text}`);
    if (manner === 'closed') backTo(to);
    else navigate(to, { replace: manner === 'typed' });
  };
  return [new URLSearchParams(search), change];
}

/** The parameters of a path, where it is of this pattern: `/instances/:id`. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(text);
    else if (part !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Has clicks on links to pages of the console change the page without loading it anew. */
export function takeLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0 || opensElsewhere(event, link)) return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || !isPage(pathname)) return;
    event.preventDefault();
    navigate((pathname.slice(base.length) || '/') + search);
  });
}

const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  link.target !== '' ||
  link.hasAttribute('download');

/** A terminal is a document of its own, as its policy differs. */
const isPage = (path: string): boolean =>
  (path === base || path.startsWith(`${base}/`)) && !/^\/console\/i-[^/]*$/.test(path);
