import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { allowedOrigins } from '#lib/domain/identity/sessions/origins.ts';
import type { ApiError } from '#lib/model/platform/errors.ts';
import type { Exchange, StoredReply } from './exchange.ts';

/** The version that X-Api-Version names (contract 1.3); changes are additive only. */
export const apiVersion = '2026-11-01';

/** Headers that belong to one request and are not replayed with another. */
const fleeting = new Set(['ratelimit', 'ratelimit-policy', 'preference-applied']);

/** The reply as its schema has it; a reply that does not fit is a fault of ours, never sent. */
export function checked(exchange: Exchange, reply: unknown): unknown {
  const result = exchange.route.reply.safeParse(reply);
  if (result.success) return result.data;
  throw new Error(`${exchange.route.name}: reply does not fit its schema: ${result.error.message}`);
}

/** What is stored for an Idempotency-Key. */
export function replyOf(exchange: Exchange, status: number, body: unknown): StoredReply {
  const kept = Object.entries(exchange.reply.headers).filter(([name]) => !fleeting.has(name));
  return { status, headers: Object.fromEntries(kept), cookies: exchange.reply.cookies, body };
}

/** An error as it is sent and stored: exactly `{error}`, everything else in headers (contract 0.3). */
export function errorReply(exchange: Exchange, error: ApiError): StoredReply {
  exchange.reply.headers['x-error-code'] = error.code;
  if (error.retryAfter !== undefined) exchange.reply.headers['retry-after'] = String(error.retryAfter);
  // RFC 9110 15.5.2: a 401 says how to prove who one is.
  if (error.status === 401) exchange.reply.headers['www-authenticate'] = 'Bearer';
  Object.assign(exchange.reply.headers, error.headers);
  exchange.reply.cookies = [];
  delete exchange.reply.headers.etag;
  return replyOf(exchange, error.status, { error: error.message });
}

/** The HTTP API's form of a reply, with the headers that every one carries (contract 1.3). */
export function toResult(exchange: Exchange, reply: StoredReply): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: reply.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-api-version': apiVersion,
      ...exchange.reply.headers,
      ...reply.headers,
      ...corsHeaders(exchange),
      'x-request-id': exchange.request.id,
    },
    cookies: reply.cookies,
    body: exchange.request.method === 'HEAD' ? '' : JSON.stringify(reply.body),
  };
}

/** Only configured origins may read replies from a page of theirs; `x-svc-cors` tells the front listener that these are ours. */
function corsHeaders({ request }: Exchange): Record<string, string> {
  const origin = request.headers.origin;
  if (!origin || !allowedOrigins().includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'X-Request-Id, X-Error-Code, Retry-After, ETag, RateLimit, RateLimit-Policy, Idempotent-Replayed',
    vary: 'Origin',
    'x-svc-cors': '1',
  };
}
