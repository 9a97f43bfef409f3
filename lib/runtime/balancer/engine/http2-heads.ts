import { type IncomingHttpHeaders, METHODS, type OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';
import type { Head } from './headers.ts';

/** What belongs to one connection of HTTP/1 (RFC 9113, section 8.2.2). */
const ofHttp1 = ['connection', 'keep-alive', 'proxy-connection', 'upgrade'];

/**
 * Whether a request has no path, what only HTTP/1 knows, or what HTTP/1 would take for the end of a line or word; or a
 * method that Node's parser of HTTP/1 refuses. Node writes methods in capitals: `connect` and `trace` would be others.
 */
export const isMalformed = ({ method = '', url, headers, rawHeaders }: Head): boolean =>
  !METHODS.includes(method) ||
  !/^[!-~\x80-\xff]+$/.test(url ?? '') ||
  !headers.host ||
  ofHttp1.some((name) => name in headers) ||
  rawHeaders.some((text) => /[\0\r\n]/.test(text));

/**
 * The head of a request as HTTP/1.1 writes it (RFC 9113, section 8.3.1): `:authority` is its Host, and a second Host if
 * another one is there; parts of a cookie are one header (8.2.3); a body without a length comes in chunks.
 */
export function headOf(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  raw: readonly string[],
): Omit<Head, 'socket'> {
  const authority = headers[':authority'];
  const rawHeaders: string[] = typeof authority === 'string' ? ['host', authority] : [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = [raw[i], raw[i + 1]];
    const isAuthority =
      name === 'host' && typeof authority === 'string' && value.toLowerCase() === authority.toLowerCase();
    if (!name.startsWith(':') && name !== 'cookie' && !isAuthority) rawHeaders.push(name, value);
  }
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  if (typeof authority === 'string') plain.host = authority;
  if (headers.cookie !== undefined) rawHeaders.push('cookie', headers.cookie);
  const isChunked = !stream.endAfterHeaders && headers['content-length'] === undefined;
  return {
    method: String(headers[':method']),
    url: String(headers[':path'] ?? ''),
    httpVersion: '1.1',
    headers: { ...plain, ...(isChunked && { 'transfer-encoding': 'chunked' }) },
    rawHeaders,
  };
}

const ofConnection: ReadonlySet<string> = new Set([...hopByHop, 'transfer-encoding']);

/**
 * The fields of a head or trailers of HTTP/2 without those of one connection, which nghttp2 takes in part and Node
 * refuses to send: it throws.
 */
export const passedOn = <Fields extends IncomingHttpHeaders>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !ofConnection.has(name))) as Fields;

/** Headers for HTTP/2: in lower case, and a list for each that is there several times. */
export function fieldsOf(headers: readonly string[]): OutgoingHttpHeaders {
  const fields: Record<string, string[]> = {};
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    fields[name] = [...(fields[name] ?? []), headers[i + 1] ?? ''];
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}
