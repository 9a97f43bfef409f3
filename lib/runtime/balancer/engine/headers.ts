import type { IncomingMessage } from 'node:http';
import { plainAddress } from '#lib/runtime/forwarder/blocks.ts';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';
import type { Front } from './front.ts';

/** The head of a request, as HTTP/1.1 writes it. What HTTP/2 writes otherwise is translated first. */
export type Head = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'method' | 'rawHeaders' | 'url'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress' | 'remoteAddress'>;
};

/** Headers that are not passed on: those of one connection, and `expect`, which the proxy has answered itself. */
const notForwarded: ReadonlySet<string> = new Set([
  ...hopByHop,
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'transfer-encoding',
]);

/**
 * Whether backends would take a client's header for the proxy's own, or for a variable of their environment: what says
 * who asks, `Proxy` (HTTP_PROXY in CGI), and each name with another character than letters, digits and hyphens. WSGI
 * and CGI write hyphens as underscores, so that `X_Forwarded_For` would become `X-Forwarded-For`. The metadata of gRPC
 * may have underscores and dots, as long as its names are not like those.
 */
function isOurs(name: string, grpc: boolean): boolean {
  const plain = name.replaceAll(/[^a-z0-9]/g, '-');
  return plain.startsWith('x-forwarded-') || ownHeaders.has(plain) || (!grpc && !/^[a-z0-9-]+$/.test(name));
}

const ownHeaders = new Set(['forwarded', 'x-real-ip', 'proxy']);

/** The headers that a Connection header names, in addition to the usual ones. */
function named(connection: string | undefined): ReadonlySet<string> {
  if (!connection || connection === 'keep-alive' || connection === 'close') return new Set();
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** A request's headers for the backend, as a flat list, in their order and spelling. */
export function requestHeaders(
  incoming: Head,
  { protocol, port, grpc }: Pick<Front, 'protocol' | 'port' | 'grpc'>,
): string[] {
  // HTTP/1.0 may leave out Host. HTTP/1.1, which the backend is spoken to in, may not.
  const host = incoming.headers.host ?? `${plainAddress(incoming.socket.localAddress ?? '')}:${port}`;
  const headers = endToEnd(incoming, (name) => !isOurs(name, grpc) && name !== 'max-forwards');
  const hops = hopsLeft(incoming);
  if (hops !== undefined) headers.push('Max-Forwards', `${Math.max(hops - 1, 0)}`);
  if (incoming.headers.host === undefined) headers.push('Host', host);
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  headers.push('X-Forwarded-For', plainAddress(incoming.socket.remoteAddress ?? ''));
  headers.push('X-Forwarded-Proto', protocol, 'X-Forwarded-Port', `${port}`, 'X-Forwarded-Host', host);
  return headers;
}

/**
 * Whether a header is not forwarded. A client must not be able to remove the framing and the target of its own request.
 */
const isDropped = (name: string, dropped: ReadonlySet<string>): boolean =>
  dropped.has(name) && name !== 'host' && name !== 'content-length' && name !== 'cookie';

/** The hops that an OPTIONS may still take, which every proxy counts (RFC 9110 7.6.2); undefined without a limit. */
export function hopsLeft({ method, headers }: Head): number | undefined {
  const said = headers['max-forwards'];
  return method === 'OPTIONS' && typeof said === 'string' && /^\d{1,9}$/.test(said) ? Number(said) : undefined;
}

/** A response's headers for the client, as a flat list. */
export function responseHeaders(incoming: IncomingMessage): string[] {
  const headers = endToEnd(incoming, (name) => name !== LENGTH);
  // After a length Node takes Content-Disposition for UTF-8, and refuses to send what is not Latin-1 then.
  const { [LENGTH]: length } = incoming.headers;
  return length === undefined ? headers : [...headers, 'Content-Length', length];
}

const LENGTH = 'content-length';

/** The headers that are not of one connection, and whose lower-case names pass. */
function endToEnd(
  { rawHeaders, headers: { connection } }: Pick<Head, 'headers' | 'rawHeaders'>,
  passes: (name: string) => boolean,
) {
  const dropped = named(connection);
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const plain = name.toLowerCase();
    if (notForwarded.has(plain) || !passes(plain) || (dropped.size > 0 && isDropped(plain, dropped))) continue;
    headers.push(name, rawHeaders[i + 1] ?? '');
  }
  return headers;
}

/** A reason phrase, with forbidden characters replaced (RFC 9112 4). */
export const plainReason = (reason: string): string => reason.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** The request target for a backend; null for a request that no proxy may forward (RFC 9112 3.2, 6.3). */
export function targetOf(incoming: Head, scheme: Front['protocol']): string | null {
  const { rawHeaders, url = '', method } = incoming;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  }
  const { host = '' } = incoming.headers;
  if (hosts > 1 || !uriHost.test(host) || url.includes('#') || isAmbiguous(incoming)) return null;
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return url;
  const target = url.toLowerCase().startsWith(`${scheme}://`) ? URL.parse(url) : null;
  return target && target.host === incoming.headers.host?.toLowerCase() ? `${target.pathname}${target.search}` : null;
}

/** A Host (RFC 9112 3.2): a name or an address, as RFC 3986 3.2.2 spells them, and a port. It may be empty. */
const uriHost = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

/** Whether a request states its body's length twice, or in a form that only the next server might understand. */
function isAmbiguous({ headers, httpVersion }: Head): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return false;
  return headers['content-length'] !== undefined || coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1';
}

/**
 * Whether a request asks for another version of HTTP or for TLS on its connection. It stays plain HTTP (RFC 9110 7.8):
 * behind such a change a client could send requests that no proxy has seen, with headers of its own making.
 */
export const wantsHttp = ({ headers: { upgrade = '' } }: IncomingMessage): boolean =>
  upgrade.split(',').some((protocol) => /^\s*(?:h2c?|http|tls)\s*(?:$|\/)/i.test(protocol));

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
