import type { IncomingMessage } from 'node:http';
import type { ApiReply } from '#lib/local/api/reply.ts';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';

/** Headers of one connection, and those that the server in between handles itself. */
const ofConnection = [...hopByHop, 'transfer-encoding', 'expect'];
/** What the front listener tells the relay of consoles; a client may not. */
export const SOURCE_HEADER = 'x-svc-source';
const notPassedOn = new Set([...ofConnection, SOURCE_HEADER]);
/** Node writes these itself. */
const notPassedBack = new Set([...ofConnection, 'date']);

/** Set by a handler for the front listener. */
const OWN_CORS = 'x-svc-cors';

/**
 * The client's headers for the functions, by lower-case name. Several headers of one name are joined as API Gateway
 * does.
 */
export function requestHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [given, value] of rawPairs(rawHeaders)) {
    const name = given.toLowerCase();
    if (notPassedOn.has(name)) continue;
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(joined);
}

/** The relay's headers for the client. */
export function responseHeaders({ rawHeaders }: IncomingMessage): string[] {
  return rawPairs(rawHeaders)
    .filter(([name]) => !notPassedBack.has(name.toLowerCase()))
    .flat();
}

/**
 * A handler's headers for the client, as pairs in one list. CORS headers are passed only where the handler sets
 * `x-svc-cors: 1` to say that they are its own. An answer to HEAD has no length of 0, since it would have to be that of
 * GET (RFC 9110 8.6).
 */
export function replyHeaders({ headers, body }: ApiReply, isHead: boolean): string[] {
  const ownCors = headers.some(([name, value]) => name === OWN_CORS && value === '1');
  const hasType = headers.some(([name]) => name === 'content-type');
  const passed = headers.filter(
    ([name]) =>
      !notPassedBack.has(name) &&
      name !== 'content-length' &&
      name !== OWN_CORS &&
      (ownCors || !name.startsWith('access-control-')),
  );
  const length = isHead && body.length === 0 ? [] : ['content-length', String(Buffer.byteLength(body))];
  return [...passed.flat(), ...(hasType ? [] : ['content-type', 'application/json']), ...length];
}

function rawPairs(rawHeaders: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) result.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return result;
}
