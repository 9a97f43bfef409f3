import type { ErrorCode } from '#lib/model/platform/errors.ts';

/** A message of each code that routes refuse with, as an example. */
const messages: Partial<Record<ErrorCode, string>> = {
  invalid_json: 'the body is no JSON: unexpected end at character 12',
  validation_failed: 'name: "-web" must be an RFC 1123 hostname: labels of letters, digits and inner hyphens',
  unknown_field: 'unknown field "nmae"',
  invalid_cursor: 'cursor: not valid for this request',
  missing_credentials: 'credentials are missing: log in, or sign the request',
  invalid_token: 'the access token is not valid',
  token_expired: 'the access token has expired',
  invalid_signature: 'the signature does not match the request',
  signature_expired: 'the signature is older than 5 minutes',
  invalid_credentials: 'e-mail address or password is wrong',
  key_inactive: 'the access key is inactive',
  insufficient_balance: 'wallet balance ₹1.40 is below the ₹2.33 needed for one hour of s1-medium; top up',
  access_denied: 'user alice is not authorised to perform compute:LaunchInstance',
  quota_exceeded: '20 of 20 instances used',
  managed_policy: 'policy ReadOnlyAccess is managed and cannot be changed',
  account_blocked: 'the account is blocked',
  email_not_verified: "the e-mail address of the account's owner is not verified",
  cross_origin: 'requests of this origin are not allowed',
  not_found: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j not found',
  already_exists: 'a volume named "data" already exists',
  wrong_state: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j is already running',
  operation_in_progress: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j has another operation in progress',
  in_use: 'volume vol-01kanx7m3v5q8w2c4d6f7g9h1j is attached',
  capacity_exhausted: 'no capacity for s1-large right now; available: s1-small, s1-medium',
  protected: 'instance i-01kanx7m3v5q8w2c4d6f7g9h1j has termination protection',
  idempotency_in_progress: 'a request with this Idempotency-Key is in progress',
  invite_expired: 'the invite has expired',
  reset_token_expired: 'the token has expired',
  code_expired: 'the code has expired',
  precondition_failed: 'the resource has another version than If-Match says',
  payload_too_large: 'the body has more than 262144 bytes',
  unsupported_media_type: 'the body must be application/json',
  idempotency_key_reused: 'this Idempotency-Key was used for another request',
  rate_limited: 'rate limit exceeded: 30 requests per second; retry after 1 second',
  too_many_attempts: 'too many attempts; retry in 15 minutes',
  internal: 'internal error; quote req-01kanx7m3v5q8w2c4d6f7g9h1j',
  dependency_unavailable: 'a service behind the API does not answer; retry later',
  timeout: 'no answer in time; retry later',
};

/** An example of what `error` says beside this code. Throws for a code without one. */
export function messageOf(code: string): string {
  const message = messages[code as ErrorCode];
  if (!message) throw new Error(`lib/edge/openapi/messages.ts has no message for ${code}`);
  return message;
}
