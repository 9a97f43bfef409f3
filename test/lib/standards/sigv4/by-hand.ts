import { createHash, createHmac } from 'node:crypto';
import type { SignedRequest } from '#lib/standards/sigv4/core.ts';
import { credentials, host } from './drafts.ts';

/** What a test may sign otherwise than it should be. */
export interface Terms {
  keyId?: string;
  secret?: string;
  algorithm?: string;
  date?: string;
  timestamp?: string;
  scope?: string;
  signed?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
  payload?: string;
  expires?: string;
}

export const now = new Date('2026-11-21T04:10:00Z');

/** `20261121T041000Z`, so many seconds from now. */
export const stamp = (seconds = 0): string =>
  `${new Date(now.getTime() + seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function signature(terms: Terms, canonical: string, timestamp: string): string {
  const { algorithm = 'AWS4-HMAC-SHA256', secret = credentials.secret } = terms;
  const { date = timestamp.slice(0, 8), scope = 'in-mum/svc/aws4_request' } = terms;
  const key = [date, ...scope.split('/')].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, `${algorithm}\n${timestamp}\n${date}/${scope}\n${sha256(canonical)}`).toString('hex');
}

/** `GET /auth/me` signed in the header form by the text of the standard, from these terms. */
export function signedHeader(terms: Terms = {}): SignedRequest {
  const { timestamp = stamp(), method = 'GET', body = '', keyId = credentials.keyId } = terms;
  const { algorithm = 'AWS4-HMAC-SHA256', scope = 'in-mum/svc/aws4_request', date = timestamp.slice(0, 8) } = terms;
  const headers: Record<string, string> = { host, 'x-amz-date': timestamp, ...terms.headers };
  const signed = terms.signed ?? Object.keys(headers).sort().join(';');
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n/auth/me\n\n${lines.join('')}\n${signed}\n${terms.payload ?? sha256(body)}`;
  const proof = signature(terms, canonical, timestamp);
  const credential = `${keyId}/${date}/${scope}`;
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${signed}, Signature=${proof}`;
  return {
    method,
    path: '/auth/me',
    rawQuery: '',
    headers: { ...headers, authorization },
    body: Buffer.from(body),
    exact: true,
  };
}

/** Signs a request in the query form. */
export function signedQuery(terms: Terms = {}): SignedRequest {
  const { timestamp = stamp(), method = 'GET', expires = '300', headers = {} } = terms;
  const { scope = 'in-mum/svc/aws4_request', date = timestamp.slice(0, 8), keyId = credentials.keyId } = terms;
  const credential = encodeURIComponent(`${keyId}/${date}/${scope}`);
  const query =
    `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${credential}&X-Amz-Date=${timestamp}` +
    `${expires === '' ? '' : `&X-Amz-Expires=${expires}`}&X-Amz-SignedHeaders=host`;
  const canonical = `${method}\n/auth/me\n${query}\nhost:${host}\n\nhost\n${terms.payload ?? sha256('')}`;
  return {
    method,
    path: '/auth/me',
    rawQuery: `${query}&X-Amz-Signature=${signature(terms, canonical, timestamp)}`,
    headers: { host, ...headers },
    body: Buffer.alloc(0),
    exact: true,
  };
}
