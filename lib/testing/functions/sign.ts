import { createHash, createHmac } from 'node:crypto';
import type { Handler } from '#lib/edge/route.ts';
import { targetOf } from './event.ts';
import type { Credentials } from './iam-users.ts';

/** A request to sign, and what a test signs wrongly, or sends otherwise than signed. */
export interface Signing {
  body?: unknown;
  query?: Record<string, string>;
  params?: Record<string, string>;
  /** Replaces the method of functions.yml. */
  method?: string;
  /** Replaces the path of functions.yml. */
  path?: string;
  headers?: Record<string, string>;
  form?: 'header' | 'query';
  /** Seconds by which the signer's clock is ahead. */
  ahead?: number;
  expires?: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A request for `call()`, signed as the standard says (Signature Version 4, service svc, region in-mum). */
export function signed(handler: Handler, key: Credentials, signing: Signing = {}) {
  const { method, path: template } = targetOf(handler, signing);
  const { body, query = {}, params, form = 'header', ahead = 0, expires = 300 } = signing;
  const path = template.replaceAll(/\{(\w{1,64})\}/g, (_, name) => params?.[name] ?? '');
  const payload = body === undefined ? '' : JSON.stringify(body);
  const timestamp = `${new Date(Date.now() + ahead * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const scope = `${timestamp.slice(0, 8)}/in-mum/svc/aws4_request`;
  const headers: Record<string, string> = {
    host: 'localhost:3000',
    ...(form === 'header' && { 'x-amz-date': timestamp }),
    ...signing.headers,
  };
  const names = Object.keys(headers).sort();
  const credential = `${key.access_key_id}/${scope}`;
  const pairs = Object.entries({
    ...query,
    ...(form === 'query' && queryFields(credential, timestamp, names, expires)),
  });
  const canonicalQuery = pairs
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = `${method}\n${path}\n${canonicalQuery}\n${lines}\n${names.join(';')}\n${sha256(payload)}`;
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${key.secret_key}`);
  const signature = hmac(signingKey, `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return {
    ...(params && { params }),
    ...(payload && { rawBody: payload }),
    rawQuery: form === 'query' ? `${canonicalQuery}&X-Amz-Signature=${signature}` : canonicalQuery,
    headers: { ...headers, ...(form === 'header' && { authorization }) },
  };
}

const queryFields = (credential: string, timestamp: string, names: string[], expires: number) => ({
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Credential': credential,
  'X-Amz-Date': timestamp,
  'X-Amz-Expires': String(expires),
  'X-Amz-SignedHeaders': names.join(';'),
});
