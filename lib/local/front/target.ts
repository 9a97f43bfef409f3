import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the client really asked, which the HTTP server behind the front listener no longer tells. */
export interface Target {
  readonly method: string;
  /** The request target as it stood on the request line: path and query, undecoded. */
  readonly target: string;
  readonly source_ip: string;
  /** The Content-Type as sent; empty where there was none, for which the server in between would say JSON. */
  readonly content_type: string;
  /** When the front listener took the request, in milliseconds since 1970. */
  readonly at: number;
}

/** The headers that carry it: `x-svc-target` is base64url(JSON), `x-svc-target-signature` is base64url(HMAC-SHA256(key, that text)). */
export const TARGET_HEADER = 'x-svc-target';
export const SIGNATURE_HEADER = 'x-svc-target-signature';

/** Both headers for one request, under this start's key (SVC_TARGET_KEY). */
export function signTarget(target: Target, key: string): Record<string, string> {
  const text = Buffer.from(JSON.stringify(target)).toString('base64url');
  return { [TARGET_HEADER]: text, [SIGNATURE_HEADER]: signature(text, key).toString('base64url') };
}

/** The target that the two headers carry; undefined unless they were made under this key. */
export function verifyTarget(text: string, signed: string, key: string): Target | undefined {
  const given = Buffer.from(signed, 'base64url');
  const expected = signature(text, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Target;
}

function signature(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
