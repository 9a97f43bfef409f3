import { randomKey } from '#lib/client/outgoing.ts';
import { type Anonymous, type Credentials, isStale, Shared } from './credentials.ts';
import { aloneAmongPages } from './page-lock.ts';
import { tellPages, toldByPages } from './page-sign.ts';

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const name = 'svc.refreshed_at';

/**
 * The cookies of a browser's login, for pages of the API's own origin and of those in SVC_CORS_ORIGINS. When the access
 * cookie is used up, one page refreshes it and the others wait, where the browser has Web Locks; a page that was asked
 * before that refresh repeats its request without one of its own. There is nothing to store: scripts cannot read the
 * cookies. `login`, `verifyTwoFactor` and `logout` of a client with these credentials set and remove them.
 */
export function cookies(): Credentials {
  const { localStorage } = globalThis as { localStorage?: Storage };
  const refreshes = new Shared<void>();
  const sent = new WeakMap<object, number>();
  let key: string | undefined;
  const refreshed = async (since: number, call: Anonymous) => {
    if (Number(localStorage?.getItem(name) ?? 0) > since || (await toldByPages(name)) > since) return;
    // It is kept until a refresh is answered: one whose reply was lost gets the same cookies under the same key.
    key ??= randomKey();
    await call('refresh', { idempotencyKey: key });
    key = undefined;
    const now = Date.now();
    localStorage?.setItem(name, String(now));
    await tellPages(name, now);
  };
  return {
    cookies: true,
    prove({ headers }) {
      sent.set(headers, Date.now());
    },
    async renew({ error, headers }, call) {
      if (!isStale(error) && error.code !== 'missing_credentials') return false;
      await refreshes.run(() => aloneAmongPages(name, () => refreshed(sent.get(headers) ?? 0, call)));
      return true;
    },
  };
}
