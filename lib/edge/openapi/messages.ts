import type { ErrorCode } from '#lib/model/platform/errors.ts';

/** A message of each code that routes refuse with, as an example. */
const messages: Partial<Record<ErrorCode, string>> = {
  invalid_json: 'body: is not valid JSON (position 12)',
  validation_failed: 'name: "-web" must be an RFC 1123 hostname: labels of letters, digits and inner hyphens',
  unknown_field: 'unknown field "nmae"',
  invalid_cursor: 'cursor: not valid for this request',
  missing_credentials:
    'credentials are missing: send Authorization: Bearer <access token>, or sign the request (SigV4)',
  invalid_token: 'access token is no longer valid; log in again',
  token_expired: 'access token expired; refresh it or log in again',
  invalid_signature:
    'the signature does not match: check the access key, its secret, and that the request is sent as it was signed',
  signature_expired: 'X-Amz-Date: is more than 5 minutes away; the time here is 20261121T041000Z',
  invalid_credentials: 'invalid email or password',
  key_inactive: 'access key SVCQ3W7X5ZK2M4N6P7AB is inactive',
  insufficient_balance: 'wallet balance ₹1.40 is below the ₹2.33 needed for one hour of s1-medium; top up',
  access_denied: 'user alice is not authorised to perform compute:LaunchInstance',
  quota_exceeded: '20 of 20 instances used',
  managed_policy: 'policy pol-01kanx7m3v5q8w2c4d6f7g9h1j (ReadOnlyAccess) is managed; it cannot be changed',
  account_blocked: 'account 482910337451 is blocked; contact support',
  email_not_verified: "the e-mail address of the account's owner is not verified",
  cross_origin: 'Origin: "https://other.example" may not make this request',
  not_found: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j not found',
  already_exists: 'a volume named "data" already exists',
  wrong_state: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j is already running',
  operation_in_progress: 'the resource is being changed by others; try again',
  in_use: 'volume vol-01kanx7m3v5q8w2c4d6f7g9h1j is attached',
  capacity_exhausted: 'no capacity for s1-large right now; available: s1-small, s1-medium',
  protected: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j has termination protection',
  idempotency_in_progress: 'Idempotency-Key: the first request under this key is still running',
  invite_expired: 'invite ivt-01kanx7m3v5q8w2c4d6f7g9h1j expired at 2026-11-21T04:10:00Z; ask for a new one',
  reset_token_expired: 'token: was used or has expired; ask for another: POST /auth/forgot-password',
  code_expired: 'code: is no longer valid (10 minutes, 5 tries); ask for another: POST /auth/resend-verification',
  precondition_failed: 'If-Match: "v2" is not the current version ("v3")',
  payload_too_large: 'body: 300000 bytes is too large (at most 262144 bytes)',
  unsupported_media_type: 'Content-Type: "text/plain" is not application/json',
  idempotency_key_reused: 'Idempotency-Key: was used for another request; use a new key',
  rate_limited: 'rate limit exceeded: 30 requests per second; retry after 1 second',
  too_many_attempts: 'too many attempts; try again in 600 seconds',
  internal: 'internal error; quote req-01kanx7m3v5q8w2c4d6f7g9h1j',
  dependency_unavailable: 'a service behind the API does not answer; quote req-01kanx7m3v5q8w2c4d6f7g9h1j',
  timeout: 'no answer within 25 seconds; quote req-01kanx7m3v5q8w2c4d6f7g9h1j',
};

/** An example of the `error` text for a code and status. Throws for a code without one. */
export function messageOf(code: string, status: number): string {
  if (status === 410 && code === 'token_expired') return 'pending_token: is expired or was used; log in again';
  const message = messages[code as ErrorCode];
  if (!message) throw new Error(`lib/edge/openapi/messages.ts has no message for ${code}`);
  return message;
}
