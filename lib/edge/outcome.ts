import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isStale } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { auditOutcome } from './audit.ts';
import { Verdict } from './commit.ts';
import type { Exchange } from './exchange.ts';
import { Replay } from './keyed.ts';
import { log, messageOf } from './log.ts';
import { dryRunType, errorReply, replyOf, toResult } from './reply.ts';
import { refuseUnmatched } from './version-tag.ts';

/**
 * Final refusals that are stored for their Idempotency-Key (contract 1.5). Answers with Retry-After are not stored, nor
 * is email_not_verified: the client sends the same launch again once the address is verified.
 */
const final = new Set([403, 404, 409, 410]);

/** The reply of a verb that returned: its effect is committed, or it has none. */
export async function answerReply(exchange: Exchange, body: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  const reply = replyOf(exchange, exchange.route.status ?? 200, body);
  if (!exchange.committed && !exchange.request.reads) {
    refuseUnmatched(exchange);
    await exchange.keyed?.claimed();
    await exchange.keyed?.store(reply);
    await auditOutcome(exchange, reply.status);
  }
  return toResult(exchange, reply);
}

/** The reply to anything thrown. The outcome of the Idempotency-Key takes precedence over the verb's. */
export async function answerError(exchange: Exchange, thrown: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  try {
    const verdict = await keyVerdict(exchange, thrown);
    if (verdict instanceof Replay) return await replayed(exchange, verdict);
    if (verdict instanceof Verdict) return await rehearsed(exchange, verdict);
    return await refused(exchange, toApiError(verdict, exchange.request.id));
  } catch (error) {
    return await toResult(exchange, errorReply(exchange, toApiError(error, exchange.request.id)));
  }
}

async function keyVerdict(exchange: Exchange, thrown: unknown): Promise<unknown> {
  try {
    await exchange.keyed?.claimed();
    return thrown;
  } catch (verdict) {
    exchange.keyed = undefined;
    return verdict;
  }
}

async function replayed(exchange: Exchange, { stored }: Replay): Promise<APIGatewayProxyStructuredResultV2> {
  await auditOutcome(exchange, stored.status, { replayed: true });
  return toResult(exchange, { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } });
}

async function rehearsed(exchange: Exchange, { verdict }: Verdict): Promise<APIGatewayProxyStructuredResultV2> {
  await exchange.keyed?.release();
  if (accepts(exchange.request.headers.accept, dryRunType)) exchange.reply.headers['content-type'] = dryRunType;
  return toResult(exchange, replyOf(exchange, 200, verdict));
}

/** Whether an Accept header names a media type itself (RFC 9110 12.5.1) and does not rule it out by `q=0`. */
function accepts(header = '', type: string): boolean {
  const ranges = header.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  return ranges.some(([name, ...parts]) => name === type && !parts.some((part) => /^q=0(\.0{0,3})?$/.test(part)));
}

async function refused(exchange: Exchange, error: ApiError): Promise<APIGatewayProxyStructuredResultV2> {
  const reply = errorReply(exchange, error);
  const effect = exchange.committed ? undefined : await settleKey(exchange, error, reply);
  if (effect) return replayed(exchange, effect);
  // A flood of refused requests must not cost a write for each of them.
  const denied = error.code === 'access_denied';
  if (error.code !== 'rate_limited') await auditOutcome(exchange, error.status, { denied });
  return toResult(exchange, reply);
}

/**
 * Stores the refusal under the key or releases the key. Answers the replay where the effect itself is stored under the
 * key.
 */
async function settleKey(
  exchange: Exchange,
  error: ApiError,
  reply: ReturnType<typeof errorReply>,
): Promise<Replay | undefined> {
  if (!exchange.keyed) return undefined;
  const passes = error.retryAfter !== undefined || error.code === 'email_not_verified';
  const keep = final.has(error.status) && !passes && !exchange.dryRun;
  try {
    await (keep ? exchange.keyed.store(reply) : exchange.keyed.release());
    return undefined;
  } catch (failure) {
    if (failure instanceof Replay) return failure;
    log('error', { request_id: exchange.request.id, message: `idempotency: ${(failure as Error).message}` });
    return undefined;
  }
}

/** Errors of services behind the API, and of a table that is not there yet. */
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
