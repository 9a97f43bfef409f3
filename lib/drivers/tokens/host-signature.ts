import { createHash } from 'node:crypto';
import { decodeJwt, errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { callClaims, clockSkewSeconds, hostScheme, signatureSeconds } from '#lib/model/compute/host-call.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { equalInConstantTime } from './opaque.ts';

/** A call as received. `target` is its path with the query. */
export interface HostCall {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

/** The longest signature; a longer one is refused unread. */
const MAX_LENGTH = 2048;

const refusal = (why: string) =>
  new ApiError('invalid_host_signature', `Authorization: ${why}`, { headers: { 'www-authenticate': hostScheme } });

/** The caller that the signature names, still unverified. 401 where the header has another form. */
export function callerOf({ authorization = '' }: HostCall): string {
  const token = tokenOf(authorization);
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === 'string' && iss.length > 0 && iss.length <= 64) return iss;
  } catch {
    throw refusal('is not a signed call');
  }
  throw refusal('names no host');
}

/** When a verified call was signed, in epoch seconds, and a hash that identifies the signature. */
export function signatureOf({ authorization = '' }: Pick<HostCall, 'authorization'>): { at: number; hash: string } {
  const token = tokenOf(authorization);
  return { at: decodeJwt(token).iat ?? 0, hash: createHash('sha256').update(token).digest('base64url') };
}

/** 401 for a signature that was used already. */
export const usedBefore = (): ApiError => refusal('was used before');

function tokenOf(authorization: string): string {
  const [, scheme = '', token] = /^(\w+) +(\S+) *$/.exec(authorization.slice(0, MAX_LENGTH + 32)) ?? [];
  if (!token || scheme.toLowerCase() !== hostScheme.toLowerCase() || token.length > MAX_LENGTH)
    throw refusal(`must be ${hostScheme} <signature>`);
  return token;
}

/** The requirements on a signature. */
export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  /** The public keys of the issuer, as `x` of a JWK. */
  readonly keys: readonly string[];
  /** The time by the real clock. */
  readonly now: Date;
}

/**
 * Verifies that one of the issuer's keys signed the call: its method, path, query, body and audience, valid for at most
 * a minute. Otherwise 401 invalid_host_signature.
 */
export async function verifyHostCall(call: HostCall, expected: Expected): Promise<void> {
  const token = tokenOf(call.authorization ?? '');
  for (const x of expected.keys) {
    const payload = await payloadBy(x, token, expected);
    if (!payload) continue;
    if (!isShort(payload)) throw wrongTime();
    if (!isFor(call, payload)) throw refusal('is for another call');
    return;
  }
  throw refusal('is not signed by the key of this host');
}

/** The payload that this key signed; undefined where it did not sign the token. */
async function payloadBy(x: string, token: string, { issuer, audience, now }: Expected) {
  try {
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA'), {
      algorithms: ['EdDSA'],
      issuer,
      audience,
      requiredClaims: ['iss', 'aud', 'iat', 'exp'],
      currentDate: now,
      maxTokenAge: signatureSeconds,
      clockTolerance: clockSkewSeconds,
    });
    return payload;
  } catch (error) {
    if (ofClaims.some((kind) => error instanceof kind)) throw wrongTime();
    return undefined;
  }
}

/** Errors about claims, which are checked only after the signature is valid. */
const ofClaims = [errors.JWTInvalid, errors.JWTClaimValidationFailed, errors.JWTExpired];

const wrongTime = () => refusal('is for another audience or another minute');

const isShort = ({ iat = 0, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean => exp <= iat + signatureSeconds;

function isFor({ method, target, body }: HostCall, payload: JWTPayload): boolean {
  const { data } = callClaims.safeParse(payload);
  if (!data) return false;
  const isSame = equalInConstantTime(data.b, digestOf(body));
  return isSame && data.m === method && data.p === target;
}

const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url');
