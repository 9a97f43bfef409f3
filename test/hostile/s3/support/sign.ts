import { createHash, createHmac } from 'node:crypto';
import { canonicalOf } from '#lib/local/s3/auth/canonical.ts';

/** What is signed, and by whom; all but the target has a value that is right. */
export interface Terms {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
  /** What is claimed of the body. */
  payload?: string;
  keyId: string;
  secret: string;
  /** Seconds from now. */
  at?: number;
  /** The day of the scope. */
  day?: string;
  region?: string;
  service?: string;
  expires?: string;
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** `20261121T041000Z`, so many seconds from `now` (epoch milliseconds). */
export const stamp = (seconds = 0, now = Date.now()): string =>
  `${new Date(now + seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** Terms whose time is read once: one signature has one second in all its places. */
interface Dated extends Terms {
  stamp: string;
}

const dated = (terms: Terms): Dated => ({ ...terms, stamp: stamp(terms.at) });

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signs a text as a day's key of a secret does. */
export function signText(secret: string, scope: string, text: string): string {
  return hmac(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`), text).toString('hex');
}

const scopeOf = ({ stamp, day, region = 'in-mum', service = 's3' }: Dated): string =>
  `${day ?? stamp.slice(0, 8)}/${region}/${service}/aws4_request`;

function signatureOf(terms: Dated, target: string, headers: Record<string, string>, payload: string): string {
  const [path = '', rawQuery = ''] = target.split('?');
  const sent = { method: terms.method ?? 'GET', path, rawQuery, headers };
  const canonical = canonicalOf(sent, Object.keys(headers), payload);
  const hash = createHash('sha256').update(canonical, 'latin1').digest('hex');
  const scope = scopeOf(terms);
  return signText(terms.secret, scope, `AWS4-HMAC-SHA256\n${terms.stamp}\n${scope}\n${hash}`);
}

const sorted = (headers: Record<string, string>) => Object.fromEntries(Object.entries(headers).sort());

/** All headers of a request that is signed in one of them. */
export function signedHeaders(asked: Terms): Record<string, string> {
  const terms = dated(asked);
  const payload = terms.payload ?? sha256(terms.body ?? '');
  const date = { 'x-amz-date': terms.stamp, 'x-amz-content-sha256': payload };
  const headers = sorted({ host: 'localhost', ...date, ...terms.headers });
  const signature = signatureOf(terms, terms.target, headers, payload);
  const credential = `${terms.keyId}/${scopeOf(terms)}`;
  const names = Object.keys(headers).join(';');
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`;
  return { ...headers, authorization };
}

/** The target of a presigned request. */
export function presigned(asked: Terms): string {
  const terms = dated(asked);
  const headers = sorted({ host: 'localhost', ...terms.headers });
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${terms.keyId}/${scopeOf(terms)}`,
    'X-Amz-Date': terms.stamp,
    'X-Amz-Expires': terms.expires ?? '60',
    'X-Amz-SignedHeaders': Object.keys(headers).join(';'),
  });
  const target = `${terms.target}${terms.target.includes('?') ? '&' : '?'}${query}`;
  return `${target}&X-Amz-Signature=${signatureOf(terms, target, headers, 'UNSIGNED-PAYLOAD')}`;
}
