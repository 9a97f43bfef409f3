/** The page to show after a login: that of `?next=`, which is always one of the console's own. */
export function next(search: URLSearchParams): string {
  const to = search.get('next') ?? '/';
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) && to !== '/' ? `/console${to}` : '/console';
}
