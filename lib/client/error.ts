import type { RefusalCode } from '#lib/generated/client/schemas.ts';
import type { TransportReply } from './transport.ts';

/** Why a call failed that the platform did not refuse. */
export type FailureCode = 'connection_failed' | 'invalid_reply' | 'timed_out' | 'wait_failed';

/** Why a call failed, for programs. */
export type ErrorCode = RefusalCode | 'method_not_allowed' | 'no_such_route' | FailureCode;

/** One part of a 400. */
export interface FieldFault {
  /** The field, as a path in the body, the query or the headers. */
  readonly field: string;
  readonly message: string;
}

/** What is known of a failure beside its message. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly fields?: readonly FieldFault[];
  readonly cause?: unknown;
}

/** A call that the platform refused, or that had no reply. An aborted call rejects with the signal's reason. */
export class SvcError extends Error {
  override readonly name = 'SvcError';
  /** The HTTP status; 0 where there was no reply. */
  readonly status: number;
  readonly code: ErrorCode;
  /** Names the request in the audit log and to those who run the platform. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed, where the platform says so. */
  readonly retryAfter: number | undefined;
  /** The faults of a 400, field by field. */
  readonly fields: readonly FieldFault[];

  constructor(message: string, failure: Failure) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.code = failure.code;
    this.status = failure.status ?? 0;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.fields = failure.fields ?? [];
  }
}

/** The error that a reply of 4xx or 5xx is, whose body has this text. */
export function refusal(reply: TransportReply, text: string): SvcError {
  const code = reply.headers.get('x-error-code');
  const message = parsed<{ error?: unknown }>(text)?.error;
  const seconds = reply.headers.get('retry-after');
  return new SvcError(typeof message === 'string' ? message : `the reply was HTTP ${reply.status}`, {
    // A newer platform may have codes that this client does not know.
    code: (code ?? 'invalid_reply') as ErrorCode,
    status: reply.status,
    requestId: reply.headers.get('x-request-id') ?? undefined,
    retryAfter: seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined,
    fields: parsed<FieldFault[]>(reply.headers.get('x-error-fields') ?? '[]') ?? [],
  });
}

/** JSON; undefined where it is none. */
export function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
