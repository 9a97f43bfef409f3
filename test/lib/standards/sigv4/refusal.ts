import { expect } from 'vitest';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import { now } from './by-hand.ts';
import { credentials } from './drafts.ts';

/** The answer to every signature that does not match. */
export const unmatched =
  'the signature does not match: check the access key, its secret, and that the request is sent as it was signed';

/** undefined when the request holds; otherwise the refusal's code and message. */
export function refusal(request: SignedRequest, secret: string | undefined = credentials.secret, at = now) {
  try {
    verifySignature(parseSignature(request)!, request, secret, at);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    const { status, code, message } = error as ApiError;
    expect(status).toBe(401);
    return `${code}: ${message}`;
  }
}
