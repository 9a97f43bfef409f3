/** Every X-Error-Code with its status (contract 1.7). */
const statuses = {
  invalid_json: 400,
  validation_failed: 400,
  unknown_field: 400,
  invalid_cursor: 400,
  missing_credentials: 401,
  invalid_token: 401,
  invalid_signature: 401,
  signature_expired: 401,
  invalid_credentials: 401,
  key_inactive: 401,
  invalid_host_signature: 401,
  insufficient_balance: 402,
  access_denied: 403,
  quota_exceeded: 403,
  managed_policy: 403,
  account_blocked: 403,
  email_not_verified: 403,
  cross_origin: 403,
  host_removed: 403,
  host_fenced: 403,
  scope_refused: 403,
  not_found: 404,
  no_such_route: 404,
  method_not_allowed: 405,
  already_exists: 409,
  wrong_state: 409,
  operation_in_progress: 409,
  in_use: 409,
  capacity_exhausted: 409,
  protected: 409,
  idempotency_in_progress: 409,
  stale_epoch: 409,
  host_lost: 409,
  address_taken: 409,
  job_lost: 409,
  job_moot: 409,
  invite_expired: 410,
  reset_token_expired: 410,
  code_expired: 410,
  join_token_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  upgrade_required: 426,
  protocol_unsupported: 426,
  rate_limited: 429,
  too_many_attempts: 429,
  internal: 500,
  dependency_unavailable: 503,
  timeout: 504,
} as const;

/** `token_expired` is 401 for an access token and 410 for a pending one, so the thrower sets the status. */
export type ErrorCode = keyof typeof statuses | 'token_expired';

/** A part of the sentence of a 400: the field, and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

interface Details {
  /** The parts of the message of a 400, if it has several. */
  fields?: readonly FieldError[];
  /** Seconds after which a retry may succeed. A refusal with this is not stored for its Idempotency-Key. */
  retryAfter?: number;
  /** Overrides the code's status; only `token_expired` needs it. */
  status?: number;
  headers?: Record<string, string>;
  /** The cause, which only the log shows. */
  cause?: unknown;
}

/** A refusal that the caller may read: its message becomes the reply's `error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;
  readonly fields: readonly FieldError[] | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? (code === 'token_expired' ? 401 : statuses[code]);
    this.retryAfter = details.retryAfter;
    this.headers = details.headers ?? {};
    this.fields = details.fields;
  }
}

/** The 400 that names each of these fields and its fault. */
export function invalidFields(fields: readonly FieldError[]): ApiError {
  const text = fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new ApiError('validation_failed', text, { fields });
}

/** The 404 for a resource that is absent or belongs to another account; the caller cannot tell which. */
export function notFound(noun: string, id: string): ApiError {
  return new ApiError('not_found', `${noun} ${id} not found`);
}
