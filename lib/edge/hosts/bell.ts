import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Host } from '#lib/domain/compute/hosts/authenticate.ts';
import { type HostApi, hostApi } from '#lib/model/compute/host-api.ts';
import { hostRoute } from './route.ts';

/** The fields of a WebSocket API's handshake event that are read. */
export interface ConnectEvent {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
  readonly requestContext: { readonly connectionId?: string; readonly identity?: { readonly sourceIp?: string } };
}

/** The requested connection, and the signature of the request. */
interface Asked {
  readonly connection: string;
  readonly authorization: string | undefined;
}

const name = 'connectBell' satisfies keyof HostApi;

/**
 * Makes the handler of the wake-up WebSocket's handshake. The handshake is a call of the host API and is refused like
 * any other: the host signs its method, path and query.
 */
export function bellRoute(verb: (host: Host, asked: Asked) => Promise<Record<string, never>>) {
  const connected = (event: ConnectEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const call = callOf(event);
    const { authorization } = call.headers;
    const connection = event.requestContext.connectionId ?? '';
    return hostRoute(name, ({ host }) => verb(host, { connection, authorization }))(call as APIGatewayProxyEventV2);
  };
  return Object.assign(connected, { hostRoute: name });
}

/** The handshake in the form of a call of the HTTP API. */
function callOf({ headers = {}, queryStringParameters, requestContext }: ConnectEvent) {
  const { method, path } = hostApi[name];
  const lowerCased = Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value ?? '']);
  const query = Object.entries(queryStringParameters ?? {}).map(
    ([key, value]) => [key, value ?? ''] as [string, string],
  );
  return {
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: Object.fromEntries(lowerCased) as Record<string, string>,
    requestContext: { http: { method, sourceIp: requestContext.identity?.sourceIp ?? '' } },
  };
}
