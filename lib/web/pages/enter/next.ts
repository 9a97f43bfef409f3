const base = '/console';

/**
 * The page to show after a login: that of `?next=`. It is always one of the console's own, whatever the address says:
 * an address of another site, or of another part of this one, is the home page.
 */
export function next(search: URLSearchParams): string {
  const to = search.get('next') ?? '/';
  if (to === '/' || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to)) return base;
  const { pathname, search: query } = new URL(base + to, 'http://console.invalid');
  return pathname.startsWith(`${base}/`) ? pathname + query : base;
}

/** A page for who is not logged in, with what this one was told of where to go afterwards. */
export function withNext(path: string, search: URLSearchParams): string {
  const to = search.get('next');
  return base + path + (to ? `?next=${encodeURIComponent(to)}` : '');
}
