import { randomKey } from '#lib/client/outgoing.ts';
import { type Anonymous, type Credentials, isStale, Shared } from './credentials.ts';
import { aloneAmongPages } from './page-lock.ts';
import { isLogin, type PageStorage, pageSecret, proofHeader, withProof } from './page-proof.ts';
import { tellPages, toldByPages } from './page-sign.ts';

/** When a page refreshed last, in milliseconds since 1970: in pages without a proof, and in those with one. */
const names = { plain: 'svc.refreshed_at', proven: 'svc.renewed_at' };

/** What a page has for its login. */
interface Page {
  readonly localStorage?: PageStorage;
  readonly crypto?: { readonly subtle?: unknown };
}

/** The credentials of a page's login. */
export interface CookieOptions {
  /**
   * Whether logins are of use to this origin alone. Cookies do not know ports: a server at another port of this host
   * sees them. With a proof, whoever has them also needs a secret that this origin keeps in localStorage. Pages that
   * are not secure have none.
   */
  readonly proof?: boolean | undefined;
}

/**
 * The cookies of a browser's login, for pages of the API's own origin and of those in SVC_CORS_ORIGINS. When the access
 * cookie is used up, one page refreshes it and the others wait, where the browser has Web Locks; a page that was asked
 * before that refresh repeats its request without one of its own. There is nothing to store: scripts cannot read the
 * cookies. `login`, `verifyTwoFactor` and `logout` of a client with these credentials set and remove them.
 */
export function cookies({ proof = false }: CookieOptions = {}, page: Page = globalThis as Page): Credentials {
  const { localStorage, crypto } = page;
  const vault = proof && crypto?.subtle ? localStorage : undefined;
  const name = vault ? names.proven : names.plain;
  const refreshes = new Shared<void>();
  const sent = new WeakMap<object, number>();
  let key: string | undefined;
  const refreshed = async (since: number, call: Anonymous) => {
    if (Number(localStorage?.getItem(name) ?? 0) > since || (await toldByPages(name)) > since) return;
    // It is kept until a refresh is answered: one whose reply was lost gets the same cookies under the same key.
    key ??= randomKey();
    await call('refresh', { idempotencyKey: key });
    key = undefined;
    vault?.removeItem(names.plain);
    const now = Date.now();
    localStorage?.setItem(name, String(now));
    await tellPages(name, now);
  };
  return {
    cookies: true,
    async bind(request) {
      if (!vault) return request;
      const { operation } = request;
      // A login of before there were proofs gets one by its next refresh. No other does: its cookies may be foreign.
      const isOld = vault.getItem(names.plain) !== null;
      if (isLogin(operation)) vault.removeItem(names.plain);
      return isLogin(operation) || (operation === 'refresh' && isOld)
        ? withProof(request, await pageSecret(vault))
        : request;
    },
    async prove({ headers }) {
      if (vault) headers[proofHeader] = await pageSecret(vault);
      sent.set(headers, Date.now());
    },
    async renew({ error, headers }, call) {
      if (!isStale(error) && error.code !== 'missing_credentials') return false;
      await refreshes.run(() => aloneAmongPages(name, () => refreshed(sent.get(headers) ?? 0, call)));
      return true;
    },
  };
}
