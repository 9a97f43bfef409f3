import type { IncomingMessage } from 'node:http';
import { plainAddress } from '#lib/runtime/forwarder/blocks.ts';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';
import type { Front } from './front.ts';

/** Headers that are not passed on: those of one connection, and `expect`, which the proxy has answered itself. */
const notForwarded: ReadonlySet<string> = new Set([
  ...hopByHop,
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'transfer-encoding',
]);

/** Headers that only this proxy may set, because backends trust them. */
const forwardedHeaders = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/** The headers that a Connection header names, in addition to the usual ones. */
function named(connection: string | undefined): ReadonlySet<string> {
  if (!connection || connection === 'keep-alive' || connection === 'close') return new Set();
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

/** A request's headers for the backend, as a flat list, in their order and spelling. */
export function requestHeaders(
  incoming: IncomingMessage,
  { protocol, port }: Pick<Front, 'protocol' | 'port'>,
): string[] {
  const { rawHeaders } = incoming;
  const dropped = named(incoming.headers.connection);
  // HTTP/1.0 may leave out Host. HTTP/1.1, which the backend is spoken to in, may not.
  const host = incoming.headers.host ?? `${plainAddress(incoming.socket.localAddress ?? '')}:${port}`;
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const plain = name.toLowerCase();
    if (notForwarded.has(plain) || forwardedHeaders.has(plain) || (dropped.size > 0 && isDropped(plain, dropped)))
      continue;
    headers.push(name, rawHeaders[i + 1] ?? '');
  }
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

/** A response's headers for the client, as a flat list. */
export function responseHeaders(incoming: IncomingMessage): string[] {
  const { rawHeaders } = incoming;
  const dropped = named(incoming.headers.connection);
  const headers: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const plain = name.toLowerCase();
    if (notForwarded.has(plain) || (dropped.size > 0 && isDropped(plain, dropped))) continue;
    headers.push(name, rawHeaders[i + 1] ?? '');
  }
  return headers;
}

/** A reason phrase, with forbidden characters replaced (RFC 9112 4). */
export const plainReason = (reason: string): string => reason.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** The request target for a backend; null for a request that no proxy may forward (RFC 9112 3.2, 6.3). */
export function targetOf(incoming: IncomingMessage, scheme: Front['protocol']): string | null {
  const { rawHeaders, url = '', method } = incoming;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || isAmbiguous(incoming)) return null;
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return url;
  const target = url.toLowerCase().startsWith(`${scheme}://`) ? URL.parse(url) : null;
  return target && target.host === incoming.headers.host?.toLowerCase() ? `${target.pathname}${target.search}` : null;
}

/** Whether a request states its body's length twice, or in a form that only the next server might understand. */
function isAmbiguous({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return false;
  return headers['content-length'] !== undefined || coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1';
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
