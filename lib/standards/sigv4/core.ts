import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '#lib/model/platform/errors.ts';
import { ALGORITHM, basicTime, linesToSign, type Purpose, type SigningTime, svcPurpose } from './canonical.ts';

/** Seconds: the maximum of X-Amz-Expires (AWS, authenticating requests by query parameters). */
export const WEEK_SECONDS = 604_800;

/** The string to sign for a canonical request. `encoding` is the encoding of its characters. */
export function stringToSign(time: SigningTime, canonical: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const digest = hash('sha256', encoding === 'utf8' ? canonical : Buffer.from(canonical, encoding));
  return linesToSign(ALGORITHM, time, digest);
}

/** HMAC-SHA256. */
export function hmac(key: Buffer | KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The signature of a text, in hex digits. */
export const signatureOf = (key: KeyObject, text: string): string => hmac(key, text).toString('hex');

/** Whether two signatures in hex digits are equal, in constant time. */
export function isSameSignature(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours, 'hex'), Buffer.from(theirs, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The request that a signature covers, as received. */
export interface SignedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Without its `?`. */
  rawQuery: string;
  /** Names in lower case; a header sent twice is joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Whether path and query are byte for byte as the client sent them, and not changed by a gateway. */
  exact: boolean;
}

/** The requirements on a signature. The algorithm is the same for every service and region. */
export interface SigningRules extends Purpose {
  /** The allowed difference between the signer's clock and ours, in either direction, in seconds. */
  skewSeconds: number;
  /** The maximum validity of the query form in seconds, regardless of X-Amz-Expires. */
  maxExpiresSeconds: number;
  /** x-amz-* headers that need not be signed, since proxies in front of us add them. */
  unsignedHeaders: ReadonlySet<string>;
}

/** The platform's own rules (contract 0.11, contract 1.7). */
export const svcRules: SigningRules = {
  ...svcPurpose,
  skewSeconds: 300,
  maxExpiresSeconds: 900,
  unsignedHeaders: new Set(['x-amz-cf-id']),
};

/** 401 for a malformed signature. It says what is wrong with the request, and reveals nothing about the key. */
export function malformed(field: string, what: string): ApiError {
  return new ApiError('invalid_signature', `${field}: ${what}`);
}

/** 401 for a signature that does not match. The words are the same for a wrong signature and an unknown key. */
export function mismatch(): ApiError {
  return new ApiError(
    'invalid_signature',
    'the signature does not match: check the access key, its secret, and that the request is sent as it was signed',
  );
}

/** 401 for a signature outside its validity by the real clock, whose time is in the message. */
export function expired(what: string, now: Date): ApiError {
  return new ApiError('signature_expired', `X-Amz-Date: ${what}; the time here is ${basicTime(now)}`);
}
