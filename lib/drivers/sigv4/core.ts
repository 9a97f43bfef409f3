import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '#lib/model/platform/errors.ts';

/** The only algorithm of Signature Version 4 that is spoken here. */
export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Seconds: the longest that X-Amz-Expires can ask for (AWS, authenticating requests by query parameters). */
export const WEEK_SECONDS = 604_800;

/** For what a signing key is good, apart from the day. */
export interface Purpose {
  readonly region: string;
  readonly service: string;
}

/** The scope of a signature, `20261121/in-mum/svc/aws4_request`; `date` is the day, `20261121`. */
export const scopeOf = (date: string, { region, service }: Purpose): string =>
  `${date}/${region}/${service}/aws4_request`;

/** `20261121T041000Z`, as signers write time. */
export const basicTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The parts of a canonical request, each in its canonical form already. */
export interface CanonicalParts {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** In lower case, in the order in which they are signed. */
  readonly signedHeaders: readonly string[];
  /** The value of one of them, its blanks folded. */
  readonly headerValue: (name: string) => string;
  /** SHA-256 of the body, or the word that stands for it. */
  readonly payload: string;
}

/** The canonical request: what is hashed and signed. */
export function canonicalRequest(parts: CanonicalParts): string {
  const { method, path, query, signedHeaders, headerValue, payload } = parts;
  const lines = signedHeaders.map((name) => `${name}:${headerValue(name)}`).join('\n');
  return `${method}\n${path}\n${query}\n${lines}\n\n${signedHeaders.join(';')}\n${payload}`;
}

/** When and for what something is signed. */
export interface SigningTime {
  /** `20261121T041000Z` */
  readonly timestamp: string;
  readonly scope: string;
}

/** The string to sign for a canonical request; `encoding` says what bytes its characters are. */
export function stringToSign(time: SigningTime, canonical: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const digest = hash('sha256', encoding === 'utf8' ? canonical : Buffer.from(canonical, encoding));
  return linesToSign(ALGORITHM, time, digest);
}

/** The string to sign for something else than a request: a chunk or a trailer of a streamed body. */
export const linesToSign = (algorithm: string, { timestamp, scope }: SigningTime, ...lines: string[]): string =>
  [algorithm, timestamp, scope, ...lines].join('\n');

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
  region: 'in-mum',
  service: 'svc',
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
