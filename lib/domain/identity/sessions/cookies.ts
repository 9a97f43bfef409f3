import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { isProofOf, refuseUnproven, unproven } from './proof.ts';

/**
 * The claims of the access cookie that counts (contract 4.6). Whoever can set a cookie for another path or by another
 * port can put one beside ours, or in its place: so a request with a proof's secret takes the cookie of that session
 * and no other, and one without takes a cookie only where there is one. 401 for anything else.
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

/** The 401 for several cookies of one name of which none is told apart. */
export const ambiguous = (name: string): ApiError =>
  new ApiError('invalid_token', `${name}: there are several cookies of this name; log in again`);

/** The claims of a token; undefined for one that is not valid. */
async function claimsIn(token: string, now: Date): Promise<AccessClaims | undefined> {
  try {
    return await verifyAccessToken(token, now);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
