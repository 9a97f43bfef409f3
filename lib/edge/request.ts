import { createHmac, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newId } from '#lib/model/platform/ids.ts';
import { setting } from '#lib/model/platform/settings.ts';

/** The request as the client sent it. */
export interface HttpRequest {
  id: string;
  method: string;
  /** Whether it is GET or HEAD: it then changes nothing, and is neither audited nor stored for a replay. */
  reads: boolean;
  path: string;
  rawQuery: string;
  /** Whether path and query are exactly as the client sent them. A gateway may rewrite them. */
  exact: boolean;
  /** The names are in lower case. */
  headers: Record<string, string>;
  cookies: Record<string, string>;
  body: Buffer;
  source_ip: string;
  user_agent: string;
}

/**
 * Reads an HTTP API event (payload 2.0). The target that the front listener signed takes precedence over the gateway's.
 */
export function readRequest(event: APIGatewayProxyEventV2): HttpRequest {
  const headers = lowerCased(event.headers ?? {});
  const witnessed = signedTarget(headers);
  if (witnessed?.content_type !== undefined) headers['content-type'] = witnessed.content_type;
  const sent = witnessed ?? targetOf(event);
  const [path = '', ...query] = sent.target.split('?');
  return {
    id: newId('request', new Date()),
    method: sent.method,
    reads: sent.method === 'GET' || sent.method === 'HEAD',
    path,
    rawQuery: query.join('?'),
    exact: witnessed !== undefined,
    headers,
    cookies: readCookies(event.cookies, headers.cookie),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    source_ip: sent.source_ip,
    user_agent: printable(headers['user-agent'] ?? '').slice(0, 256),
  };
}

const lowerCased = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));

function targetOf({ rawPath, rawQueryString, requestContext: { http } }: APIGatewayProxyEventV2): Target {
  const target = rawQueryString ? `${rawPath}?${rawQueryString}` : rawPath;
  return { method: http.method.toUpperCase(), target, source_ip: http.sourceIp };
}

/** Reads the header too, because serverless-offline omits `event.cookies` where its cookie parser is off. */
function readCookies(list: string[] | undefined, header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const pair of list ?? header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0) cookies[pair.slice(0, cut).trim()] ??= pair.slice(cut + 1).trim();
  }
  return cookies;
}

/** Replaces control characters: terminals show logs and audit entries. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

/** The request target as the front listener received it, before a gateway rewrote it. */
export interface Target {
  method: string;
  /** The request target as sent: path and query, not decoded. */
  target: string;
  source_ip: string;
  /** The Content-Type as sent, empty where there was none. Where it is left out, the gateway's header counts. */
  content_type?: string;
}

/**
 * The target that the front listener signed: `x-svc-target` (base64url of JSON) with its HMAC-SHA256 in
 * `x-svc-target-signature`. Undefined for a wrong signature, and where SVC_TARGET_KEY is not set, which is always so in
 * the cloud.
 */
function signedTarget(headers: Record<string, string>): Target | undefined {
  const key = setting('SVC_TARGET_KEY');
  const text = headers['x-svc-target'];
  const signature = headers['x-svc-target-signature'];
  if (!key || !text || !signature) return undefined;
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Target;
}
