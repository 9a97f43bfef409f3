import { hash } from 'node:crypto';
import { type Candidate, candidates } from './candidates.ts';
import { canonicalRequest, scopeOf } from './canonical.ts';
import {
  expired,
  isSameSignature,
  malformed,
  mismatch,
  type SignedRequest,
  type SigningRules,
  signatureOf,
  stringToSign,
  svcRules,
} from './core.ts';
import type { ParsedSignature } from './parse.ts';
import { signingKey } from './signing-key.ts';

/** The secret of a key that does not exist, so that both cases take the same time and end with the same message. */
const noSecret = 'unknown';

/**
 * Checks a parsed signature with the secret of its access key. `secret` is undefined for a key that does not exist, and
 * `now` is by the real clock. Throws ApiError `signature_expired` outside its validity, and `invalid_signature` where
 * the body was not signed or the signature does not match. The caller checks whether the key is active.
 */
export function verifySignature(
  parsed: ParsedSignature,
  request: SignedRequest,
  secret: string | undefined,
  now: Date,
  rules: SigningRules = svcRules,
): void {
  checkTime(parsed, now, rules);
  const bodyHash = checkedBodyHash(request);
  const key = signingKey(secret === undefined ? '' : parsed.accessKeyId, secret ?? noSecret, parsed.date, rules);
  const time = { timestamp: parsed.timestamp, scope: scopeOf(parsed.date, rules) };
  const matches = candidates(request, parsed.form).some((candidate) => {
    const text = stringToSign(time, readingOf(candidate, request, parsed, bodyHash));
    return isSameSignature(signatureOf(key, text), parsed.signature);
  });
  if (!matches || secret === undefined) throw mismatch();
}

/** The canonical request for one interpretation of the target. */
export function readingOf(
  [path, query]: Candidate,
  { method, headers }: SignedRequest,
  { signedHeaders }: Pick<ParsedSignature, 'signedHeaders'>,
  payload: string,
): string {
  const headerValue = (name: string) => folded(headers[name] ?? '');
  return canonicalRequest({ method, path, query, signedHeaders, headerValue, payload });
}

/** Reduces runs of blanks and tabs only: signers leave other white space unchanged. */
const folded = (value: string): string =>
  value
    .split(/[ \t]+/)
    .filter(Boolean)
    .join(' ');

function checkTime({ signedAt, timestamp, expiresSeconds }: ParsedSignature, now: Date, rules: SigningRules): void {
  const age = (now.getTime() - signedAt.getTime()) / 1000;
  const { skewSeconds } = rules;
  if (-age > skewSeconds) throw expired(`${timestamp} is more than ${skewSeconds / 60} minutes ahead`, now);
  if (expiresSeconds !== undefined) {
    if (age > expiresSeconds) throw expired(`${timestamp} is more than ${expiresSeconds} seconds ago`, now);
  } else if (age > skewSeconds) throw expired(`${timestamp} is more than ${skewSeconds / 60} minutes ago`, now);
}

function checkedBodyHash({ body, headers, rawQuery }: SignedRequest): string {
  const actual = hash('sha256', body);
  const claimed = headers['x-amz-content-sha256'] ?? /(?:^|&)X-Amz-Content-Sha256=([^&]*)/.exec(rawQuery)?.[1];
  if (claimed === undefined || claimed === actual) return actual;
  throw malformed(
    'X-Amz-Content-Sha256',
    /^(?:UNSIGNED-PAYLOAD|STREAMING-)/.test(claimed)
      ? 'the body must be signed; UNSIGNED-PAYLOAD and STREAMING-… are not accepted'
      : 'is not the SHA-256 of the body that came',
  );
}
