import { claimsOfCookies } from '#lib/domain/identity/sessions/cookies.ts';
import { foreignOrigin } from '#lib/domain/identity/sessions/origins.ts';
import type { TokenGrant } from '#lib/domain/identity/sessions/principal.ts';
import { refuseUnproven } from '#lib/domain/identity/sessions/proof.ts';
import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { proofHeader } from '#lib/model/identity/session.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { takeTicket } from '#lib/store/compute/tickets.ts';

/**
 * The credentials with which a console is opened. `expires` is when they expire, in epoch seconds; null where they do
 * not expire on their own.
 */
export interface ConsoleGrant {
  grant: TokenGrant;
  expires: number | null;
}

/** Headers of a handshake, by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The credentials of a handshake: Authorization, otherwise a ticket, which is used up, otherwise the svc_access cookie.
 * 401 without credentials or with wrong ones, and for a token without the secret of its session's proof; 403
 * cross_origin for a cookie that another site's page sent.
 */
export async function consoleGrant(
  headers: Headers,
  ticket: string | undefined,
  instance: string,
  now: Date,
): Promise<ConsoleGrant> {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (!token) throw new ApiError('invalid_token', 'Authorization: must be Bearer <access token>', challenge);
    const claims = await verifyAccessToken(token, now);
    refuseUnproven(claims.session_proof, headers[proofHeader]);
    return byClaims(claims);
  }
  if (ticket !== undefined) return byTicket(ticket, instance, now);
  const cookies = cookiesNamed('svc_access', headers.cookie);
  if (cookies.length === 0) throw missing();
  const foreign = foreignOrigin(headers);
  if (foreign !== undefined) throw new ApiError('cross_origin', `${foreign} may not open this console`);
  return byClaims(await claimsOfCookies(cookies, headers[proofHeader], now));
}

const challenge = { headers: { 'www-authenticate': 'Bearer' } };

const missing = () =>
  new ApiError(
    'missing_credentials',
    'credentials are missing: send Authorization: Bearer <access token>, the svc_access cookie, or ?ticket=',
    challenge,
  );

const byClaims = (claims: AccessClaims): ConsoleGrant => ({ grant: claims, expires: claims.exp });

/** A console opened by a ticket lasts as long as the session or access key behind the ticket. */
async function byTicket(ticket: string, instance: string, now: Date): Promise<ConsoleGrant> {
  const found = await takeTicket(hashToken(ticket), Math.floor(now.getTime() / 1000));
  if (found?.instance_id !== instance) throw wrongTicket();
  return { grant: found.grant, expires: null };
}

/** The 401 for an invalid ticket. */
export const wrongTicket = (): ApiError =>
  new ApiError('invalid_token', 'ticket: is not one for this console, was used, or is more than 60 seconds old');

function cookiesNamed(name: string, header = ''): string[] {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).flatMap((pair) => pair.slice(name.length + 1) || []);
}
