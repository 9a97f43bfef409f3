import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { Source, SourceMachine } from '#lib/model/platform/source.ts';

/** The request as the client sent it. */
export interface HttpRequest extends Source {
  id: string;
  method: string;
  /** Whether it is GET or HEAD. Such a request changes nothing, and is neither audited nor stored for a replay. */
  reads: boolean;
  path: string;
  rawQuery: string;
  /** Whether path and query are exactly as the client sent them, as on a laptop. API Gateway may rewrite them. */
  exact: boolean;
  /** The names are in lower case. */
  headers: Record<string, string>;
  /** Cookies are sent regardless of path and port, so there may be several of one name. */
  cookies: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
  user_agent: string;
}

/**
 * A gateway's description of a request. A laptop's front listener names the machine that sent it; API Gateway does not.
 */
type GatewayContext = APIGatewayProxyEventV2['requestContext'] & { inside?: SourceMachine };

/** Reads an HTTP API event (payload 2.0). */
export function readRequest(event: APIGatewayProxyEventV2): HttpRequest {
  const headers = lowerCased(event.headers ?? {});
  const { http, inside }: GatewayContext = event.requestContext;
  const { method, sourceIp } = http;
  return {
    id: newId('request', realNow()),
    method,
    reads: method === 'GET' || method === 'HEAD',
    path: event.rawPath,
    rawQuery: event.rawQueryString,
    exact: setting('SVC_MODE') === 'local',
    headers,
    cookies: readCookies(event.cookies, headers.cookie),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    source_ip: sourceIp,
    inside: inside ?? null,
    user_agent: printable(headers['user-agent'] ?? '').slice(0, 256),
  };
}

const lowerCased = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));

/** API Gateway sends a list; the front listener leaves the header as it is. */
function readCookies(list: string[] | undefined, header: string | undefined): HttpRequest['cookies'] {
  const pairs = (list ?? header?.split(';') ?? []).flatMap((pair) => {
    const cut = pair.indexOf('=');
    return cut > 0 ? [{ name: pair.slice(0, cut).trim(), value: pair.slice(cut + 1).trim() }] : [];
  });
  const named = Map.groupBy(pairs, ({ name }) => name);
  return new Map([...named].map(([name, of]) => [name, of.map(({ value }) => value)]));
}

/** Replaces control characters: terminals show logs and audit entries. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
