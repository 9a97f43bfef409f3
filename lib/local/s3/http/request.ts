import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from '#lib/local/s3/errors.ts';
import { parseTarget, type Target } from './target.ts';

/** A request as it came, before anyone asked who sent it. */
export interface S3Request extends Target {
  id: string;
  method: string;
  /** Names in lower case, of one sent twice joined by commas; values as Latin-1, byte for byte. */
  headers: Readonly<Record<string, string>>;
  message: IncomingMessage;
  /** Asks for the body, where the client waits to be asked; then the body. */
  body(): IncomingMessage;
}

/** A request id as S3's look. */
export function newRequestId(): string {
  return randomBytes(8).toString('hex').toUpperCase();
}

/** Reads a request's head; throws InvalidURI, KeyTooLongError and InvalidRequest. */
export function readRequest(
  message: IncomingMessage,
  { id, hosts, proceed }: { id: string; hosts: readonly string[]; proceed: () => void },
): S3Request {
  const headers = joinedHeaders(message.rawHeaders);
  const { host } = headers;
  if (!host) throw new S3Error('InvalidRequest', { message: 'Missing Host header' });
  let asked = false;
  return {
    ...parseTarget(message.url ?? '/', host, hosts),
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

function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const value = raw[at + 1] as string;
    headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  return headers;
}
