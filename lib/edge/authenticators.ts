import { claimsOfCookies } from '#lib/domain/identity/sessions/cookies.ts';
import { type Caller, readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { refuseUnproven } from '#lib/domain/identity/sessions/proof.ts';
import type { Signer } from '#lib/domain/identity/sessions/signer.ts';
import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { countAgainst } from '#lib/edge/steps/rate-limit.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';
import { proofHeader } from '#lib/model/identity/session.ts';
import { formOf } from '#lib/standards/sigv4/fields.ts';
import type { Exchange } from './exchange.ts';
import { readQuery } from './query.ts';
import type { HttpRequest } from './request.ts';

/** One method of authentication. */
export interface Authenticator {
  credential: 'bearer' | 'cookie' | 'sigv4';
  /** Whether the request has credentials of this kind. */
  applies(exchange: Exchange): boolean;
  /** Authenticates the caller; refuses with 401. `exchange.request` has the raw target and the bytes of the body. */
  authenticate(exchange: Exchange): Promise<Caller>;
}

/** What is read in the same call as the caller. */
const along = (exchange: Exchange) => ({
  instance: prefetchedInstance(exchange),
  operators: exchange.route.operators ?? isPlatformAction(exchange.route.action ?? ''),
});

/** The id of the instance to prefetch; undefined where the route prefetches none or the path is invalid. */
function prefetchedInstance({ route, event }: Exchange): string | undefined {
  if (!route.prefetch) return undefined;
  const params = route.params?.safeParse(event.pathParameters ?? {});
  return params?.success ? route.prefetch(params.data) : undefined;
}

/**
 * Starts to read the page that a list route answers, in parallel with the check that the credentials are still valid.
 * Their signature has been verified by then.
 */
function startPrefetch(exchange: Exchange, account: string): void {
  const { prefetchPage } = exchange.route;
  if (!prefetchPage) return;
  try {
    exchange.prefetched.page = prefetchPage(account, readQuery(exchange));
  } catch {
    // The schema step reports the same error later.
  }
}

/** `Authorization: Bearer <access token>` (contract 4.6). */
const bearer: Authenticator = {
  applies: ({ request }) => /^bearer /i.test(request.headers.authorization ?? ''),
  authenticate: async (exchange) => {
    const token = (exchange.request.headers.authorization ?? '').slice(7).trim();
    return admit(exchange, await verifyAccessToken(token, exchange.now));
  },
  credential: 'bearer',
};

/** The svc_access cookie (contract 4.6). */
const cookie: Authenticator = {
  applies: ({ request }) => !request.headers.authorization && accessCookies(request).length > 0,
  authenticate: async (exchange) => {
    const { request, now } = exchange;
    return admit(exchange, await claimsOfCookies(accessCookies(request), request.headers[proofHeader], now));
  },
  credential: 'cookie',
};

/** The svc_access cookies that have a value. */
const accessCookies = ({ cookies }: HttpRequest): readonly string[] =>
  (cookies.get('svc_access') ?? []).filter(Boolean);

/**
 * Admits the subject of verified claims. The token names the proof that its session requires, so a request without the
 * secret is refused before it counts against the user's rate. The stored session is checked as well, because it may
 * have received a proof after the token was issued.
 */
async function admit(exchange: Exchange, claims: AccessClaims) {
  const secret = exchange.request.headers[proofHeader];
  refuseUnproven(claims.session_proof, secret);
  // A member has a rate window in each team.
  countAgainst(exchange, claims.typ === 'member' ? `${claims.sub}@${claims.account_id}` : claims.sub);
  const reading = readPrincipal(claims, exchange.now, along(exchange));
  startPrefetch(exchange, claims.account_id);
  const caller = await reading;
  refuseUnproven(caller.principal.session_proof, secret);
  return caller;
}

let signer: Promise<typeof import('#lib/domain/identity/sessions/signer.ts')> | undefined;

/**
 * Signature Version 4 with an access key, in the Authorization header or the query (contract 0.11). As in AWS, a
 * signature can be reused for the few minutes that it is valid: a program that sends the same request twice within a
 * second signs both identically. The Idempotency-Key prevents a second effect.
 */
const signature: Authenticator = {
  applies: ({ request }) => formOf(request) !== undefined,
  async authenticate(exchange) {
    // Loaded for the first signed request, since few requests are signed. Kept, because a loader that transpiles looks
    // for the file at every import.
    signer ??= import('#lib/domain/identity/sessions/signer.ts');
    const { readSigner } = await signer;
    const proven = ({ user_id, account_id }: Signer) => {
      countAgainst(exchange, user_id);
      startPrefetch(exchange, account_id);
    };
    return readSigner(exchange.request, exchange.now, proven, along(exchange));
  },
  credential: 'sigv4',
};

/** In order of precedence: Authorization beats cookies (contract 4.6), and so does a signed query. */
export const authenticators: readonly Authenticator[] = [bearer, signature, cookie];
