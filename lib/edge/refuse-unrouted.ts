import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { allowedOrigins } from '#lib/domain/identity/sessions/origins.ts';
import made from '#lib/generated/routes.json' with { type: 'json' };
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Exchange } from './exchange.ts';
import { errorReply, replyOf, toResult } from './reply.ts';
import { type HttpRequest, readRequest } from './request.ts';

/** The methods of every path that is served, with parameters in braces. */
const routes = Object.entries(made.routes).map(([path, methods]) => ({ segments: path.split('/'), methods }));

/** The request headers that a page of a configured origin may send (contract 1.3, and those of SigV4). */
const sendable =
  'Authorization, Content-Type, Idempotency-Key, If-Match, Prefer, X-Amz-Content-Sha256, X-Amz-Date, X-Amz-Security-Token, X-Svc-Session-Proof';
const preflightSeconds = 600;

/**
 * Answers a request that no route serves, by method and path: 404 no_such_route, 405 method_not_allowed with `Allow`,
 * or the preflight of a configured origin. It never throws, and reads nothing.
 */
export function refuseUnrouted(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const request = readRequest(event);
  // No step runs here, so the other fields of an exchange are not needed: method and path come first (contract 1.4).
  const exchange = { request, reply: { headers: {}, cookies: [] } } as unknown as Exchange;
  const found = isPlain(request.path) ? routes.filter(({ segments }) => matches(segments, request.path)) : [];
  const allowed = withHead(found.flatMap(({ methods }) => methods));
  if (isPreflight(request) && allowed.length > 0) {
    Object.assign(exchange.reply.headers, preflightHeaders(allowed));
    return toResult(exchange, replyOf(exchange, 200, {}));
  }
  return toResult(exchange, errorReply(exchange, refusal(request, allowed)));
}

function refusal({ method, path }: HttpRequest, allowed: readonly string[]): ApiError {
  const shown = path.length > 200 ? `${path.slice(0, 199)}…` : path;
  if (allowed.length === 0 || allowed.includes(method)) {
    return new ApiError('no_such_route', `no route for ${method} ${shown}`);
  }
  const list = allowed.join(', ');
  return new ApiError('method_not_allowed', `${method} is not allowed on ${shown} (allowed: ${list})`, {
    headers: { allow: list },
  });
}

const segment = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
const dots = /^(?:\.|%2e){1,2}$/i;

/**
 * Whether all servers read the path in the same way. A path with empty, dotted or wrongly encoded segments belongs to
 * no route.
 */
function isPlain(path: string): boolean {
  return path.startsWith('/') && path.slice(1).split('/').every(isPlainSegment);
}

function isPlainSegment(text: string): boolean {
  if (!segment.test(text) || dots.test(text)) return false;
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}

function matches(segments: readonly string[], path: string): boolean {
  const given = path.split('/');
  return given.length === segments.length && segments.every((own, i) => own.startsWith('{') || own === given[i]);
}

/** HEAD is allowed wherever GET is. */
function withHead(methods: readonly string[]): string[] {
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && allowedOrigins().includes(headers.origin);
}

function preflightHeaders(allowed: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': sendable,
    'access-control-max-age': String(preflightSeconds),
  };
}
