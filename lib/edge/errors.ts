import { isStale } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { log, messageOf } from './log.ts';

/**
 * Errors of services behind the API. A missing table counts: the embedded engine of the rate windows loses its table
 * when it dies, and the table is being created.
 */
const dependency =
  /^(TimeoutError|NetworkingError|ECONN|ENOTFOUND|EPIPE|ThrottlingException|Provisioned|RequestLimit|InternalServerError|ServiceUnavailable|ResourceNotFoundException)/;

/**
 * The refusal for anything thrown. An error that is not meant for the caller is logged, and the reply has only the
 * request id.
 */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) {
    if (error.cause) log('warn', { request_id: requestId, name: error.code, message: messageOf(error) });
    return error;
  }
  if (isStale(error)) {
    return new ApiError('operation_in_progress', 'the resource is being changed by others; try again', {
      retryAfter: 1,
    });
  }
  const known = error as { name?: string; code?: string; message?: string };
  log('error', { request_id: requestId, name: known.name, message: known.message, stack: (error as Error).stack });
  if (dependency.test(known.code ?? '') || dependency.test(known.name ?? '')) {
    return new ApiError('dependency_unavailable', `a service behind the API does not answer; quote ${requestId}`, {
      retryAfter: 1,
    });
  }
  return new ApiError('internal', `internal error; quote ${requestId}`);
}
