import { useEffect, useSyncExternalStore } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { ReplyBody } from '#lib/client/methods.ts';
import { client } from '#lib/web/api/client.ts';
import { follow } from '#lib/web/api/live.ts';
import { queries, useRead } from '#lib/web/api/query.ts';

/** Who is logged in, and in which account. */
export type Me = ReplyBody<'getMe'>;

/** Whether somebody is logged in. */
export type Session =
  | { readonly state: 'unknown' | 'out' }
  | { readonly state: 'failed'; readonly error: SvcError; again(): void }
  | { readonly state: 'in'; readonly me: Me };

/** Milliseconds after which a login that could not be read is read again. */
const againAfter = 5_000;

/** Set while this browser has a login, as far as its pages know: cookies of a login are not seen by scripts. */
const known = 'svc.logged_in';

/** What other pages store is seen here a little later than what they tell. */
function onStorage(listen: () => void): () => void {
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/**
 * The login of this browser. While somebody is logged in, the account's activity is followed. A page that works without
 * a login (`isOptional`) asks for it only where there was one, so that nobody's first request is refused.
 */
export function useSession(isOptional = false): Session {
  const isKnown = useSyncExternalStore(onStorage, () => localStorage.getItem(known) !== null);
  const asks = !isOptional || isKnown;
  const { data, error, refetch } = useRead('getMe', {}, { enabled: asks });
  const account = error?.status === 401 ? undefined : data?.account_id;
  useEffect(() => (account === undefined ? undefined : follow()), [account]);
  // Whoever waits before a platform that does not answer need not press anything once it does.
  const isFailing = error !== null && error.status !== 401;
  useEffect(() => {
    if (!isFailing) return;
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), againAfter);
    return () => clearInterval(timer);
  }, [isFailing, refetch]);
  if (error?.status === 401 || !(asks || data)) return { state: 'out' };
  if (data) return { state: 'in', me: data };
  return error ? { state: 'failed', error, again: () => void refetch() } : { state: 'unknown' };
}

/** Shows the console of who is logged in now, here and in the other tabs of this browser, which share the cookies. */
export function enterAnew(to = '/console'): void {
  localStorage.setItem(known, 'yes');
  show(to);
}

function show(to: string): void {
  others.postMessage('changed');
  location.assign(to);
}

/** Logs out, and shows the login. */
export async function leave(): Promise<void> {
  await client.logout().catch(() => undefined);
  localStorage.removeItem(known);
  show('/console/login');
}

const others = new BroadcastChannel('svc.session');
others.onmessage = () => location.reload();

/** Any read that is refused for want of a login shows the login. */
queries.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'updated') return;
  const isRefused = (query.state.error as SvcError | null)?.status === 401;
  if (query.queryKey[0] !== 'getMe') {
    if (isRefused) void queries.invalidateQueries({ queryKey: ['getMe'] });
  } else if (isRefused) localStorage.removeItem(known);
  else if (query.state.data) localStorage.setItem(known, 'yes');
});
