import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { plainAddress } from '#lib/runtime/forwarder/blocks.ts';
import { targetOf } from './headers.ts';
import { refuse } from './refuse.ts';

/** A Host header: a name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const hostHeader = /^(?:([a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?)\.?|\[([0-9a-f:.]{2,45})\])(?::[0-9]{0,5})?$/i;

/**
 * Sends a client to the https listener on this port: to the host that it asked for itself, and the same path. GET and
 * HEAD get 301, as everywhere; other methods 308, which keeps method and body (RFC 9110, section 15.4.9). 400 for a
 * request whose host or path cannot stand in a URL.
 */
export function redirect(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const location = incoming.method === 'TRACE' ? 405 : (locationOf(port, incoming) ?? 400);
  if (typeof location === 'number') {
    refuse(outgoing, location);
    return;
  }
  const status = incoming.method === 'GET' || incoming.method === 'HEAD' ? 301 : 308;
  // The rest of the body would have to be read to reach the next request, so the connection is closed.
  const rest = incoming.complete ? {} : { connection: 'close' };
  outgoing.writeHead(status, { location, 'content-length': 0, ...rest }).end();
  incoming.resume();
}

/** The URL in place of the requested one; null where there is none. */
function locationOf(port: number, incoming: IncomingMessage): string | null {
  const path = targetOf(incoming, 'http');
  const host = hostOf(incoming);
  if (path === null || host === null || !/^[!-~]+$/.test(path)) return null;
  return `https://${host}${port === 443 ? '' : `:${port}`}${path === '*' ? '/' : path}`;
}

/** The host of a request without its port; the address that an HTTP/1.0 client came to where it names none. */
function hostOf({ headers: { host }, socket }: IncomingMessage): string | null {
  if (host === undefined) return plainAddress(socket.localAddress ?? '');
  const [, name, ipv6] = hostHeader.exec(host) ?? [];
  if (name !== undefined) return name.toLowerCase();
  return ipv6 !== undefined && isIPv6(ipv6) ? `[${ipv6}]` : null;
}
