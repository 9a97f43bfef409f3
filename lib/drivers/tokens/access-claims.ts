import type { Principal } from '#lib/model/platform/principal.ts';

/** The lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/** `iss` and `aud` of every access token. */
export const ISSUER = 'svc';
export const AUDIENCE = 'svc-api';

/** The subject of an access token, and how the subject was authenticated (contract 4.6). */
export interface AccessSubject {
  readonly sub: string;
  readonly account_id: string;
  readonly typ: Principal['type'];
  readonly username?: string | undefined;
  /** Authentication methods of RFC 8176: `pwd`, `otp`. */
  readonly amr: readonly string[];
  /** The session of the token, and so its refresh family. A token has a session or an access key. */
  readonly sid?: string | undefined;
  /** The proof that the session requires, as the SHA-256 of a secret; absent where it requires none. */
  readonly session_proof?: string | undefined;
  /** The access key that was exchanged for the token. */
  readonly key_id?: string | undefined;
  /** The generation of the key at the exchange; absent for the first. Each change of the key's status raises it. */
  readonly key_generation?: number | undefined;
}

/** The whole payload of an access token; `iat` and `exp` in seconds since 1970. */
export interface AccessClaims extends AccessSubject {
  readonly iss: string;
  readonly aud: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

/** The claims that every token must have; a token without `exp` would never expire. */
export const requiredClaims = ['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'account_id', 'typ', 'amr'] as const;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isOptionalText = (value: unknown) => value === undefined || isText(value);
const isTime = (value: unknown) => Number.isSafeInteger(value);
const isOptionalCount = (value: unknown) => value === undefined || Number.isSafeInteger(value);

const shapes: Record<keyof AccessClaims, (value: unknown) => boolean> = {
  iss: (value) => value === ISSUER,
  aud: (value) => value === AUDIENCE,
  sub: isText,
  jti: isText,
  iat: isTime,
  exp: isTime,
  account_id: (value) => typeof value === 'string' && /^\d{12}$/.test(value),
  typ: (value) => value === 'root' || value === 'iam' || value === 'member',
  amr: (value) => Array.isArray(value) && value.every(isText),
  username: isOptionalText,
  sid: isOptionalText,
  session_proof: isOptionalText,
  key_id: isOptionalText,
  key_generation: isOptionalCount,
};

/**
 * The payload as access claims, frozen because requests share them. Throws a TypeError that names the first invalid
 * claim.
 */
export function toAccessClaims(payload: Record<string, unknown>): AccessClaims {
  for (const [claim, holds] of Object.entries(shapes)) {
    if (!holds(payload[claim])) throw new TypeError(`claim "${claim}" is not of an access token`);
  }
  if ((payload.sid === undefined) === (payload.key_id === undefined)) {
    throw new TypeError('a token rests on a session or on an access key');
  }
  if ((payload.typ === 'iam') !== (payload.username !== undefined)) {
    throw new TypeError('only an IAM user has a username, and it must have one');
  }
  Object.freeze(payload.amr);
  return Object.freeze(payload) as unknown as AccessClaims;
}
