import { hash, timingSafeEqual } from 'node:crypto';
import { type Candidate, candidates } from './candidates.ts';
import { ALGORITHM, type ParsedSignature } from './parse.ts';
import { expired, malformed, mismatch } from './refusals.ts';
import type { SignedRequest } from './request.ts';
import { type SigningRules, svcRules } from './rules.ts';
import { hmac, signingKey } from './signing-key.ts';

/** Stands in for the secret of a key that there is not, so that both take the same time and end in the same words. */
const noSecret = 'nobody';

/**
 * Holds a parsed signature against the secret of its access key; `secret` is undefined for a key that there is not, and
 * `now` is of the real clock. Throws ApiError `signature_expired` outside its time and `invalid_signature` for a body
 * that was not signed or a signature that does not match; whether the key is active is the caller's question.
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
  const given = Buffer.from(parsed.signature, 'hex');
  const scope = `${parsed.date}/${rules.region}/${rules.service}/aws4_request`;
  const matches = candidates(request, parsed.form).some((candidate) => {
    const canonical = canonicalRequest(candidate, request, parsed, bodyHash);
    const text = `${ALGORITHM}\n${parsed.timestamp}\n${scope}\n${hash('sha256', canonical)}`;
    return timingSafeEqual(hmac(key, text), given);
  });
  if (!matches || secret === undefined) throw mismatch();
}

/** What is hashed and signed, under one reading of the target. */
export function canonicalRequest(
  [path, query]: Candidate,
  { method, headers }: SignedRequest,
  { signedHeaders }: Pick<ParsedSignature, 'signedHeaders'>,
  bodyHash: string,
): string {
  const lines = signedHeaders.map((name) => `${name}:${folded(headers[name] ?? '')}`).join('\n');
  return `${method}\n${path}\n${query}\n${lines}\n\n${signedHeaders.join(';')}\n${bodyHash}`;
}

/** Blanks and tabs alone: other white space is a letter like any, and one that was not signed. */
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
