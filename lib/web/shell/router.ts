import { useSyncExternalStore } from 'react';

/* The console's addresses: `/console/…`, each of which can be linked to, reloaded and gone back to. */

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

/** Goes to a page of the console; `replace` leaves the present one out of the history. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', hrefOf(to));
  else history.pushState(null, '', hrefOf(to));
  changed.dispatchEvent(new Event('change'));
}

/** The path of the present page, decoded segment by segment by those who match it. */
export const usePath = (): string => useSyncExternalStore(subscribe, pathNow);

/** What stands in the query of the address. Changing it does not make a step in the history. */
export function useSearch(): [URLSearchParams, (changes: Readonly<Record<string, string | undefined>>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  const change = (changes: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const text = next.toString();
    navigate(pathNow() + (text && `?${text}`), { replace: true });
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
