import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newId } from '#lib/model/ids.ts';
import { signedTarget } from './target.ts';

/** The request as sent, whatever the gateway made of it. */
export interface HttpRequest {
  id: string;
  method: string;
  path: string;
  rawQuery: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  cookies: Record<string, string>;
  body: Buffer;
  source_ip: string;
  user_agent: string;
}

/** Reads an HTTP API event (payload 2.0); the front listener's signed target wins over the gateway's rewriting. */
export function readRequest(event: APIGatewayProxyEventV2): HttpRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) headers[name.toLowerCase()] = value ?? '';
  const http = event.requestContext.http;
  const signed = signedTarget(headers);
  const target = signed?.target ?? `${event.rawPath}${event.rawQueryString ? `?${event.rawQueryString}` : ''}`;
  const cut = target.indexOf('?');
  return {
    id: newId('request', new Date()),
    method: signed?.method ?? http.method.toUpperCase(),
    path: cut < 0 ? target : target.slice(0, cut),
    rawQuery: cut < 0 ? '' : target.slice(cut + 1),
    headers,
    cookies: readCookies(event.cookies, headers.cookie),
    body: event.body ? Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8') : Buffer.alloc(0),
    source_ip: signed?.source_ip ?? http.sourceIp,
    user_agent: printable(headers['user-agent'] ?? '').slice(0, 256),
  };
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
