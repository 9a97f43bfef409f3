import { createHmac, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newId } from '#lib/model/platform/ids.ts';

/** The request as sent, whatever the gateway made of it. */
export interface HttpRequest {
  id: string;
  method: string;
  /** GET, and HEAD, which is answered like it: nothing is changed, audited or kept for a replay. */
  reads: boolean;
  path: string;
  rawQuery: string;
  /** Whether path and query are as the client sent them, rather than what a gateway made of them. */
  exact: boolean;
  /** Names in lower case. */
  headers: Record<string, string>;
  cookies: Record<string, string>;
  body: Buffer;
  source_ip: string;
  user_agent: string;
}

/** Reads an HTTP API event (payload 2.0); the front listener's signed target wins over the gateway's rewriting. */
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

/** serverless-offline leaves `event.cookies` out where its cookie parser is off, so the header is read too. */
function readCookies(list: string[] | undefined, header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const pair of list ?? header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0) cookies[pair.slice(0, cut).trim()] ??= pair.slice(cut + 1).trim();
  }
  return cookies;
}

/** Logs and audit entries are read in terminals: control characters stay out of them. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

/** What the front listener saw before any gateway rewrote it. */
export interface Target {
  method: string;
  /** The request target as sent: path and query, undecoded. */
  target: string;
  source_ip: string;
  /** The Content-Type as sent, empty where there was none; the gateway's own word where this is left out. */
  content_type?: string;
}

/**
 * The front listener's word on the raw request, from `x-svc-target` (base64url of JSON) and its HMAC-SHA256 in
 * `x-svc-target-signature`. Honoured only where SVC_TARGET_KEY is set, which is never so in the cloud.
 */
export function signedTarget(headers: Record<string, string>): Target | undefined {
  const key = process.env.SVC_TARGET_KEY;
  const text = headers['x-svc-target'];
  const signature = headers['x-svc-target-signature'];
  if (!key || !text || !signature) return undefined;
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Target;
}
