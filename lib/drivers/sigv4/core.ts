import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '#lib/model/platform/errors.ts';
import { ALGORITHM, basicTime, linesToSign, type Purpose, type SigningTime, svcPurpose } from './canonical.ts';

/** Seconds: the longest that X-Amz-Expires can ask for (AWS, authenticating requests by query parameters). */
export const WEEK_SECONDS = 604_800;

/** The string to sign for a canonical request; `encoding` says what bytes its characters are. */
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

/** Whether two signatures in hex digits are equal; it takes the same time wherever they differ. */
export function isSameSignature(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours, 'hex'), Buffer.from(theirs, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What a signature is made over: the request as it came. */
export interface SignedRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Without its `?`. */
  rawQuery: string;
  /** Names in lower case; a header sent twice is joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Whether path and query are byte for byte what the client sent, rather than what a gateway made of them. */
  exact: boolean;
}

/** What a signature must meet; the algorithm is the same for every service and region. */
export interface SigningRules extends Purpose {
  /** How far the signer's clock may be from ours, either way, in seconds. */
  skewSeconds: number;
  /** The longest that the query form holds, in seconds, regardless of X-Amz-Expires. */
  maxExpiresSeconds: number;
  /** x-amz-* headers that need not be signed, since the way to us adds them. */
  unsignedHeaders: ReadonlySet<string>;
}

/** The platform's own (contract 0.11, contract 1.7). */
export const svcRules: SigningRules = {
  ...svcPurpose,
  skewSeconds: 300,
  maxExpiresSeconds: 900,
  unsignedHeaders: new Set(['x-amz-cf-id']),
};

/** 401 for a signature that is not well made; says what is wrong with the request, never anything of the key. */
export function malformed(field: string, what: string): ApiError {
  return new ApiError('invalid_signature', `${field}: ${what}`);
}

/** 401 for a signature that does not fit, in the same words for a wrong one and for a key that there is not. */
export function mismatch(): ApiError {
  return new ApiError(
    'invalid_signature',
    'the signature does not match: check the access key, its secret, and that the request is sent as it was signed',
  );
}

/** 401 for a signature outside its time, by the real clock, whose time is in the message. */
export function expired(what: string, now: Date): ApiError {
  return new ApiError('signature_expired', `X-Amz-Date: ${what}; the time here is ${basicTime(now)}`);
}
