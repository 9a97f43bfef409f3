/**
 * The token of a mailed link. It leaves the address, and with it the history and what is copied from there; this tab
 * keeps it until it is used, so that a reload or a login on the way does not lose it.
 */
export function takeToken(name: 'invite' | 'reset'): string | undefined {
  const url = new URL(location.href);
  const given = url.searchParams.get('token');
  if (given !== null) {
    sessionStorage.setItem(keyOf(name), given);
    url.searchParams.delete('token');
    history.replaceState(history.state, '', url);
  }
  return sessionStorage.getItem(keyOf(name)) || undefined;
}

/** Forgets a token that was used, or that no longer works. */
export const dropToken = (name: 'invite' | 'reset'): void => sessionStorage.removeItem(keyOf(name));

const keyOf = (name: string): string => `svc.token.${name}`;
