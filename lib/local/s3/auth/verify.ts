import { S3Error } from '#lib/local/s3/errors.ts';
import { scopeOf } from '#lib/standards/sigv4/canonical.ts';
import { isSameSignature, signatureOf, stringToSign } from '#lib/standards/sigv4/core.ts';
import { signingKey } from '#lib/standards/sigv4/signing-key.ts';
import { canonicalOf, canonicalPath } from './canonical.ts';
import type { KeySource, ObjectKey } from './keys.ts';
import { type Addressed, isOlderSignature } from './older-signature.ts';
import type { SentSignature } from './signature.ts';

/** Seconds by which a signer's clock may differ (S3). */
const SKEW = 900;

/** The verified signer of a request. */
export interface Signer {
  accessKeyId: string;
  key: ObjectKey;
  signature: SentSignature;
  /** Continues the signature over the chunks and trailers of a streamed body. */
  sign(text: string): string;
}

/** What verification needs of the engine. */
export interface VerifyContext {
  keys: KeySource;
  region: string;
  /** The real clock. */
  now: () => Date;
}

/**
 * Verifies a request's signature. Throws InvalidAccessKeyId, RequestTimeTooSkewed, AccessDenied (expired),
 * SignatureDoesNotMatch.
 */
export async function verifyRequest(
  sent: SentSignature,
  request: Addressed,
  payload: string,
  context: VerifyContext,
): Promise<Signer> {
  const signer = await signerOf(sent, context);
  checkTime(sent, context.now());
  if (sent.older) {
    if (isOlderSignature(request, sent, signer.key.secret)) return signer;
    throw mismatch(sent);
  }
  const time = { timestamp: sent.timestamp, scope: s3Scope(sent.date, context.region) };
  const matches = (verbatim: boolean) => {
    const canonical = canonicalOf(request, sent.signedHeaders, payload, verbatim);
    return isSameSignature(signer.sign(stringToSign(time, canonical, 'latin1')), sent.signature);
  };
  // Some signers sign the path as they send it, with characters unencoded that the standard encodes.
  if (matches(false) || (canonicalPath(request.path) !== request.path && matches(true))) return signer;
  throw mismatch(sent);
}

const mismatch = ({ accessKeyId }: SentSignature) =>
  new S3Error('SignatureDoesNotMatch', { details: { AWSAccessKeyId: accessKeyId } });

/** The key that a signature names, as it is now. Throws InvalidAccessKeyId for one that may not be used. */
export async function signerOf(sent: SentSignature, { keys, region, now }: VerifyContext): Promise<Signer> {
  const { accessKeyId } = sent;
  const key = await keys.lookup(accessKeyId);
  const expires = expiry(key);
  if (key?.status !== 'active' || expires <= now().getTime()) {
    throw new S3Error('InvalidAccessKeyId', { details: { AWSAccessKeyId: accessKeyId } });
  }
  const derived = signingKey(accessKeyId, key.secret, sent.date, { region, service: 's3' });
  return { accessKeyId, key, signature: sent, sign: (text) => signatureOf(derived, text) };
}

/** The scope that this engine's signatures have. */
export const s3Scope = (date: string, region: string): string => scopeOf(date, { region, service: 's3' });

function expiry(key: ObjectKey | undefined): number {
  const at = key?.expires_at ?? null;
  return at === null ? Number.POSITIVE_INFINITY : new Date(at).getTime();
}

function checkTime({ signedAt, date, timestamp, expires, older }: SentSignature, now: Date): void {
  const age = (now.getTime() - signedAt.getTime()) / 1000;
  if (!timestamp.startsWith(date)) {
    throw new S3Error('SignatureDoesNotMatch', { message: 'The date of the credential is not that of the request' });
  }
  const skewed = expires === undefined ? Math.abs(age) > SKEW : !older && -age > SKEW;
  if (skewed) {
    throw new S3Error('RequestTimeTooSkewed', {
      details: { RequestTime: timestamp, ServerTime: now.toISOString(), MaxAllowedSkewMilliseconds: SKEW * 1000 },
    });
  }
  if (expires !== undefined && (age > expires || (expires === 0 && !older))) {
    const until = new Date(signedAt.getTime() + expires * 1000).toISOString();
    throw new S3Error('AccessDenied', {
      message: 'Request has expired',
      details: { 'X-Amz-Expires': expires, Expires: until, ServerTime: now.toISOString() },
    });
  }
}
