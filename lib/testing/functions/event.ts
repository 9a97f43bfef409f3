import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Handler } from '#lib/edge/route.ts';
import type { SourceMachine } from '#lib/model/platform/source.ts';
import { type Address, addressOf } from './routes.ts';

/** One request. Method and path come from functions.yml unless given; `params` fill the path's places. */
export interface Call {
  bearer?: string | undefined;
  cookies?: Record<string, string>;
  method?: string;
  path?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The query as raw text; replaces `query`. */
  rawQuery?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. Bytes are sent in base64, as a gateway sends them. */
  rawBody?: string | Buffer;
  headers?: Record<string, string | undefined>;
  /** The caller's address. */
  ip?: string;
  /** The machine that asks, as a laptop's front listener names it. */
  inside?: SourceMachine;
  /** Overrides any field of the event. */
  event?: Partial<APIGatewayProxyEventV2>;
  /** Answers a 429 of the rate limit as it is, instead of waiting for the next second. */
  once?: boolean;
}

/** The program that says it sends the requests. */
const agent = 'vitest';

/** The event that the gateway would make of a request. */
export function eventOf(handler: Handler, request: Call): APIGatewayProxyEventV2 {
  const { method, path } = targetOf(handler, request);
  const rawPath = path.replaceAll(/\{(\w{1,64})\}/g, (_, name) => encodeURIComponent(request.params?.[name] ?? ''));
  const rawQueryString = request.rawQuery ?? new URLSearchParams(request.query ?? {}).toString();
  const payload = request.rawBody ?? (JSON.stringify(request.body) as string | undefined);
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(request.cookies && { cookies: Object.entries(request.cookies).map(([name, value]) => `${name}=${value}`) }),
    headers: headersOf(request, payload !== undefined),
    ...(request.params && { pathParameters: request.params }),
    requestContext: contextOf(request, method, rawPath, routeKey),
    ...(payload !== undefined && { body: payload.toString(Buffer.isBuffer(payload) ? 'base64' : undefined) }),
    isBase64Encoded: Buffer.isBuffer(payload),
    ...request.event,
  };
}

/** Where a request goes: what it names, and otherwise what functions.yml names. */
export function targetOf(handler: Handler, { method, path }: Pick<Call, 'method' | 'path'>): Address {
  if (method && path) return { method, path };
  const address = addressOf(handler.route.name);
  return { method: method ?? address.method, path: path ?? address.path };
}

function headersOf(request: Call, hasBody: boolean): Record<string, string> {
  const headers = {
    host: 'localhost:3000',
    'user-agent': agent,
    ...(request.bearer && { authorization: `Bearer ${request.bearer}` }),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...request.headers,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

function contextOf(request: Call, method: string, path: string, routeKey: string) {
  const now = new Date();
  return {
    accountId: '000000000000',
    apiId: 'test',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: request.ip ?? '127.0.0.1', userAgent: agent },
    ...(request.inside && { inside: request.inside }),
    requestId: 'test',
    routeKey,
    stage: '$default',
    time: now.toISOString(),
    timeEpoch: now.getTime(),
  };
}
