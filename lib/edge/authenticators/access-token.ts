import { readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { countAgainst } from '#lib/edge/rate.ts';
import type { Authenticator } from './authenticator.ts';
import { besideOf } from './beside.ts';

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
