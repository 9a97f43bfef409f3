import { randomUUID } from 'node:crypto';
import { ACCOUNT } from '#lib/local/environment.ts';
import type { Source } from '#lib/model/platform/source.ts';
import type { Found } from './routes.ts';

/** A request for the API. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** By lower-case name; several of one name are joined as API Gateway does. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly source: Source;
}

/** Methods whose bodies have no meaning (RFC 9110 9.3.1). */
const BODILESS = new Set(['GET', 'HEAD']);

/**
 * The event of an HTTP API (payload 2.0). Method, path and query are exactly as sent; a body is base64. A machine that
 * asks is in `requestContext.inside`, where no client can write and no gateway does.
 */
export function eventOf({ method, target, headers, body, source }: ApiRequest, { route, params }: Found): object {
  const [path = '', ...query] = target.split('?');
  const now = new Date();
  const hasBody = body.length > 0 && !BODILESS.has(method);
  const rawQueryString = query.join('?');
  return {
    version: '2.0',
    routeKey: route,
    rawPath: path,
    rawQueryString,
    headers,
    ...(rawQueryString !== '' && { queryStringParameters: parametersOf(rawQueryString) }),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: 'localhost',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: source.source_ip, userAgent: headers['user-agent'] ?? '' },
      ...(source.inside && { inside: source.inside }),
      requestId: randomUUID(),
      routeKey: route,
      stage: '$default',
      time: clfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(hasBody && { body: body.toString('base64') }),
    isBase64Encoded: hasBody,
  };
}

/** Several values of one name are joined by commas. */
function parametersOf(query: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

/** As in the Common Log Format: 12/Mar/2026:19:03:58 +0000. */
function clfTime(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
