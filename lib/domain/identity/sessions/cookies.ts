import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { isProofOf, refuseUnproven, unproven } from './proof.ts';

/**
 * The claims of the valid access cookie (contract 4.6). Anyone who can set a cookie for another path, or through
 * another port, can add one beside ours or replace it. A request with a proof's secret therefore uses only the cookie
 * of that session, and a request without one uses a cookie only if there is exactly one. 401 otherwise.
 */
export async function claimsOfCookies(
  cookies: readonly string[],
  secret: string | undefined,
  now: Date,
): Promise<AccessClaims> {
  const [first = '', ...others] = new Set(cookies);
  if (others.length > 0) {
    if (secret === undefined) throw ambiguous('svc_access');
    const all = await Promise.all([first, ...others].map((token) => claimsIn(token, now)));
    const own = all.flatMap((claims) => (claims && isProofOf(claims.session_proof, secret) ? [claims] : []));
    if (new Set(own.map(({ sid }) => sid)).size > 1) throw ambiguous('svc_access');
    if (own[0] === undefined) throw unproven();
    return own[0];
  }
  const claims = await verifyAccessToken(first, now);
  refuseUnproven(claims.session_proof, secret);
  if (secret !== undefined && claims.session_proof === undefined) throw unproven();
  return claims;
}

/** The 401 for several cookies of one name that cannot be distinguished. */
export const ambiguous = (name: string): ApiError =>
  new ApiError('invalid_token', `${name}: there are several cookies of this name; log in again`);

/** The claims of a token; undefined for an invalid one. */
async function claimsIn(token: string, now: Date): Promise<AccessClaims | undefined> {
  try {
    return await verifyAccessToken(token, now);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
