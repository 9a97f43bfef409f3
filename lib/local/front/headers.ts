import type { IncomingMessage } from 'node:http';
import { hopByHop } from '#lib/runtime/system/hop-by-hop.ts';
import { SIGNATURE_HEADER, TARGET_HEADER } from './target.ts';

/** Headers of one connection, and those that the server in between handles itself. */
const ofConnection = [...hopByHop, 'transfer-encoding', 'expect'];
/** Headers that a client may not set. */
const ours = [TARGET_HEADER, SIGNATURE_HEADER, 'x-svc-source-ip', 'sls-offline-authorizer-override'];
const notPassedOn = new Set([...ofConnection, ...ours]);

/** Headers that the HTTP server in between adds. */
const notPassedBack = new Set([...ofConnection, 'accept-ranges', 'x-svc-cors', 'date']);
const CORS = 'access-control-';

/**
 * The client's headers for the functions, by lower-case name. Several headers of one name are joined as API Gateway
 * does.
 */
export function requestHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of pairs(rawHeaders)) {
    if (notPassedOn.has(name)) continue;
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(joined);
}

/**
 * A handler's headers for the client. CORS headers are passed only where the handler sets `x-svc-cors: 1` to say that
 * they are its own. An answer to HEAD has no length of 0, since it would have to be that of GET (RFC 9110 8.6).
 */
export function responseHeaders({ rawHeaders }: IncomingMessage, bodiless: boolean): string[] {
  const all = pairs(rawHeaders);
  const ownCors = all.some(([name, value]) => name === 'x-svc-cors' && value === '1');
  const passes = (name: string, value: string) =>
    !notPassedBack.has(name) &&
    !(bodiless && name === 'content-length' && value === '0') &&
    (ownCors || !name.startsWith(CORS)) &&
    !(name === 'vary' && value === 'accept-encoding');
  return rawPairs(rawHeaders)
    .filter(([name, value]) => passes(name.toLowerCase(), value))
    .flat();
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawPairs(rawHeaders).map(([name, value]) => [name.toLowerCase(), value]);
}

function rawPairs(rawHeaders: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) result.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return result;
}
