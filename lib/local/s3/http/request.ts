import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from '#lib/local/s3/errors.ts';
import { parseTarget, type Target } from './target.ts';

/** A request before authentication. */
export interface S3Request extends Target {
  id: string;
  method: string;
  /** Names in lower case; several headers of one name are joined by commas. Values are Latin-1, byte for byte. */
  headers: Readonly<Record<string, string>>;
  message: IncomingMessage;
  /** The body. A client that waits for `100 Continue` is asked for it first. */
  body(): IncomingMessage;
}

/** A request id in S3's form. */
export function newRequestId(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

/** Reads a request's head. Throws InvalidURI, KeyTooLongError and InvalidRequest. */
export function readRequest(
  message: IncomingMessage,
  { id, hosts, proceed }: { id: string; hosts: readonly string[]; proceed: () => void },
): S3Request {
  const { url, host: named } = originForm(message.url ?? '/');
  const sent = joinedHeaders(message.rawHeaders);
  const headers = named === undefined ? sent : { ...sent, host: named };
  const { host } = headers;
  if (!host) throw new S3Error('InvalidRequest', { message: 'Missing Host header' });
  let asked = false;
  return {
    ...parseTarget(url, host, hosts),
    id,
    method: message.method ?? 'GET',
    headers,
    message,
    body: () => {
      if (!asked) proceed();
      asked = true;
      return message;
    },
  };
}

/**
 * A request target without the scheme and the host that it may begin with, and that host, which is then the request's
 * whatever its Host says (RFC 9112 3.2.2).
 */
function originForm(target: string): { url: string; host?: string } {
  const [, host, rest = ''] = /^https?:\/\/([^/?#@\s]+)((?:[/?].*)?)$/is.exec(target) ?? [];
  if (host === undefined) return { url: target };
  return { url: rest.startsWith('/') ? rest : `/${rest}`, host };
}

function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const value = raw[at + 1] as string;
    headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  return headers;
}
