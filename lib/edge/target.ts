import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the front listener saw before any gateway rewrote it. */
export interface Target {
  method: string;
  /** The request target as sent: path and query, undecoded. */
  target: string;
  source_ip: string;
  /** The Content-Type as sent, empty where there was none; the gateway's own word where this is left out. */
  content_type?: string;
}

/**
 * The front listener's word on the raw request, from `x-svc-target` (base64url of JSON) and its HMAC-SHA256 in
 * `x-svc-target-signature`. Honoured only where SVC_TARGET_KEY is set, which is never so in the cloud.
 */
export function signedTarget(headers: Record<string, string>): Target | undefined {
  const key = process.env.SVC_TARGET_KEY;
  const text = headers['x-svc-target'];
  const signature = headers['x-svc-target-signature'];
  if (!key || !text || !signature) return undefined;
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Target;
}
