import { readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { formOf } from '#lib/drivers/sigv4/fields.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { countAgainst } from '#lib/edge/steps/rate-limit.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { Exchange } from './exchange.ts';

/** One way to prove who is calling. */
export interface Authenticator {
  credential: 'bearer' | 'cookie' | 'sigv4';
  /** Whether the request carries this kind of credentials. */
  applies(exchange: Exchange): boolean;
  /** Who it is; refuses with 401. The raw target and the body's bytes are at hand in `exchange.request`. */
  authenticate(exchange: Exchange): Promise<Principal>;
}

/** The instance to be read together with the caller; none for a path that no instance can have. */
export function besideOf({ route, event }: Exchange): string | undefined {
  if (!route.beside) return undefined;
  const params = route.params?.safeParse(event.pathParameters ?? {});
  return params?.success ? route.beside(params.data) : undefined;
}

/** `Authorization: Bearer <access token>` (contract 4.6). */
export const bearer: Authenticator = {
  applies: ({ request }) => /^bearer /i.test(request.headers.authorization ?? ''),
  authenticate: (exchange) => proveToken(exchange, (exchange.request.headers.authorization ?? '').slice(7).trim()),
  credential: 'bearer',
};

/** The svc_access cookie (contract 4.6). */
export const cookie: Authenticator = {
  applies: ({ request }) => !request.headers.authorization && Boolean(request.cookies.svc_access),
  authenticate: (exchange) => proveToken(exchange, exchange.request.cookies.svc_access ?? ''),
  credential: 'cookie',
};

async function proveToken(exchange: Exchange, token: string) {
  const claims = await verifyAccessToken(token, exchange.now);
  // A member has a window of their own in every team.
  countAgainst(exchange, claims.typ === 'member' ? `${claims.sub}@${claims.account_id}` : claims.sub);
  return readPrincipal(claims, exchange.now, besideOf(exchange));
}

let signer: Promise<typeof import('#lib/domain/identity/sessions/signer.ts')> | undefined;

/**
 * Signature Version 4 by an access key, in the Authorization header or the query (contract 0.11). A signature counts
 * for the whole of its few minutes, as AWS's does: programs that ask the same twice within a second sign the same, and
 * an effect that must not happen twice has its Idempotency-Key.
 */
export const signature: Authenticator = {
  applies: ({ request }) => formOf(request) !== undefined,
  async authenticate(exchange) {
    // Not before somebody signs: few do. Once: a loader that transpiles looks for the file at every import.
    signer ??= import('#lib/domain/identity/sessions/signer.ts');
    const { readSigner } = await signer;
    const proven = (user: string) => countAgainst(exchange, user);
    return readSigner(exchange.request, exchange.now, proven, besideOf(exchange));
  },
  credential: 'sigv4',
};

/** In order of precedence: Authorization beats cookies (contract 4.6), and so does a signed query. */
export const authenticators: readonly Authenticator[] = [bearer, signature, cookie];
