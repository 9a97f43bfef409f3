import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { allowedOrigins } from '#lib/domain/identity/sessions/origins.ts';
import { clockAhead } from '#lib/drivers/clocks/civil.ts';
import type { ApiError } from '#lib/model/platform/errors.ts';
import { encoded } from './compress.ts';
import type { Exchange, StoredReply } from './exchange.ts';
import { fieldsHeader } from './problems.ts';

/** The value of X-Api-Version (contract 1.3). Changes are additive only. */
export const apiVersion = '2026-11-01';

/**
 * The media type of a dry run's reply, where the Accept header names it. Otherwise, and for every other reply, the type
 * is plain JSON.
 */
export const dryRunType = 'application/vnd.svc.dry-run+json';

/** Headers that describe one request; a replay does not repeat them. */
const perRequest = new Set(['ratelimit', 'ratelimit-policy', 'preference-applied']);

/**
 * The reply as its schema parses it. Throws where the reply does not match the schema, or its ETag is missing or
 * undeclared. Such a reply is a fault of the server and is never sent.
 */
export function checked(exchange: Exchange, reply: unknown): unknown {
  const { etag, name } = exchange.route;
  const isTagged = exchange.reply.headers.etag !== undefined;
  if (isTagged ? etag === undefined : etag === 'always')
    throw new Error(`${name}: reply ${isTagged ? 'has an' : 'lacks its'} ETag (etag of the route is ${etag})`);
  const result = exchange.route.reply.safeParse(reply);
  if (result.success) return result.data;
  throw new Error(`${exchange.route.name}: reply does not fit its schema: ${result.error.message}`);
}

/** The reply as it is stored for an Idempotency-Key. */
export function replyOf(exchange: Exchange, status: number, body: unknown): StoredReply {
  const kept = Object.entries(exchange.reply.headers).filter(([name]) => !perRequest.has(name));
  return { status, headers: Object.fromEntries(kept), cookies: exchange.reply.cookies, body };
}

/** An error as it is sent and stored: the body is exactly `{error}`, everything else is in headers (contract 0.3). */
export function errorReply(exchange: Exchange, error: ApiError): StoredReply {
  exchange.reply.headers['x-error-code'] = error.code;
  if (error.status === 400) exchange.reply.headers['x-error-fields'] = fieldsHeader(error);
  if (error.retryAfter !== undefined) exchange.reply.headers['retry-after'] = String(error.retryAfter);
  // RFC 9110 15.5.2: a 401 names the method of authentication.
  if (error.status === 401) exchange.reply.headers['www-authenticate'] = 'Bearer';
  Object.assign(exchange.reply.headers, error.headers);
  exchange.reply.cookies = [];
  delete exchange.reply.headers.etag;
  return replyOf(exchange, error.status, { error: error.message });
}

/** A reply in the form of the HTTP API, with the headers that every reply has (contract 1.3). */
export function toResult(exchange: Exchange, reply: StoredReply): Promise<APIGatewayProxyStructuredResultV2> {
  return encoded(exchange.request, {
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
      ...aheadHeader(),
    },
    cookies: reply.cookies,
    body: exchange.request.method === 'HEAD' ? '' : JSON.stringify(reply.body),
  });
}

/** The seconds by which a laptop's civil clock is ahead of `Date`, if it was moved (contract 4.11). */
function aheadHeader(): Record<string, string> {
  const seconds = Math.round(clockAhead() / 1000);
  return seconds === 0 ? {} : { 'x-clock-ahead': String(seconds) };
}

/** The CORS headers, for configured origins only. `x-svc-cors` informs the front listener that the route set them. */
function corsHeaders({ request }: Exchange): Record<string, string> {
  const origin = request.headers.origin;
  if (!origin || !allowedOrigins().includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'X-Request-Id, X-Error-Code, X-Error-Fields, Retry-After, ETag, RateLimit, RateLimit-Policy, Idempotent-Replayed, Preference-Applied, Date, X-Clock-Ahead',
    vary: 'Origin',
    'x-svc-cors': '1',
  };
}
