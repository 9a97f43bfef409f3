import { hash } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AccessClaims, AUDIENCE, ISSUER, requiredClaims, toAccessClaims } from './access-claims.ts';
import type { Jwks } from './key-set.ts';
import { jwks } from './public-keys.ts';

/** The longest access token; a longer one is refused unread. */
const MAX_TOKEN_LENGTH = 4096;

/** The number of verified tokens cached for each key set. A hit costs one hash instead of one RSA operation. */
const MAX_REMEMBERED = 2000;

type Verifier = (token: string, now: Date) => Promise<AccessClaims>;

// The cache belongs to the key set, so that tokens of a removed key are dropped with it.
const verifiers = new WeakMap<Jwks, Verifier>();

/**
 * Verifies an access token at `now` of the civil clock, without tolerance, and returns its claims. Throws ApiError
 * `token_expired` for a genuine token after its `exp`, `invalid_token` for any other fault, and KeyFileError where the
 * platform's keys cannot be read. The caller checks the session.
 */
export async function verifyAccessToken(token: string, now: Date): Promise<AccessClaims> {
  const keys = await jwks();
  try {
    return await verifierOf(keys)(token, now);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refusal(error);
  }
  // The key may have been published a moment ago.
  const reread = await jwks(true);
  if (reread === keys) throw refusal();
  return verifierOf(reread)(token, now).catch((error) => {
    throw refusal(error);
  });
}

/** A verifier for one key set with a cache of `capacity` verified tokens; it throws jose's errors unchanged. */
export function createVerifier(keys: Jwks, capacity = MAX_REMEMBERED): Verifier {
  const keyOf = createLocalJWKSet(keys);
  const cache = new Map<string, AccessClaims>();
  return async (token, now) => {
    if (token.length > MAX_TOKEN_LENGTH) throw new TypeError('longer than any access token');
    const digest = hash('sha256', token, 'base64');
    const known = cache.get(digest);
    if (known && isLive(known, now)) return known;
    cache.delete(digest);
    const claims = await verifyOnce(token, keyOf, now);
    cache.set(digest, claims);
    if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
    return claims;
  };
}

async function verifyOnce(
  token: string,
  keyOf: ReturnType<typeof createLocalJWKSet>,
  now: Date,
): Promise<AccessClaims> {
  const { payload } = await jwtVerify(token, keyOf, {
    algorithms: ['RS256'],
    issuer: ISSUER,
    audience: AUDIENCE,
    typ: 'at+jwt',
    requiredClaims: [...requiredClaims],
    currentDate: now,
    clockTolerance: 0,
  });
  return toAccessClaims(payload);
}

/** Whether the token is valid at this time. If the clock was set back, the token is fully verified again. */
function isLive(claims: AccessClaims, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return claims.iat <= seconds && seconds < claims.exp;
}

function verifierOf(keys: Jwks): Verifier {
  let verifier = verifiers.get(keys);
  if (!verifier) {
    verifier = createVerifier(keys);
    verifiers.set(keys, verifier);
  }
  return verifier;
}

function refusal(error?: unknown): ApiError {
  return error instanceof errors.JWTExpired
    ? new ApiError('token_expired', 'access token expired; refresh it or log in again')
    : new ApiError('invalid_token', 'invalid access token');
}
