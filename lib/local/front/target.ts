import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the client asked for, which the HTTP server behind the front listener changes. */
export interface Target {
  readonly method: string;
  /** The request target of the request line: path and query, undecoded. */
  readonly target: string;
  readonly source_ip: string;
  /** The Content-Type as sent; empty where there was none. The HTTP server in between would set JSON. */
  readonly content_type: string;
  /** When the front listener received the request, in epoch milliseconds. */
  readonly at: number;
}

/**
 * The headers that carry the target: `x-svc-target` is base64url(JSON), `x-svc-target-signature` is
 * base64url(HMAC-SHA256(key, that text)).
 */
export const TARGET_HEADER = 'x-svc-target';
export const SIGNATURE_HEADER = 'x-svc-target-signature';

/** Both headers for one request, signed with this start's key (SVC_TARGET_KEY). */
export function signTarget(target: Target, key: string): Record<string, string> {
  const text = Buffer.from(JSON.stringify(target)).toString('base64url');
  return { [TARGET_HEADER]: text, [SIGNATURE_HEADER]: signature(text, key).toString('base64url') };
}

/** The target of the two headers; undefined unless it is signed with this key. */
export function verifyTarget(text: string, signed: string, key: string): Target | undefined {
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(text, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Target;
}

function signature(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
