import { createHash } from 'node:crypto';
import { encode } from '#lib/drivers/sigv4/encode.ts';

/** What a signature is made over. */
export interface Signable {
  method: string;
  path: string;
  rawQuery: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * SHA-256 of the canonical request as S3 has it: the path encoded once and never normalised, which every client signs
 * as it sends it; header values as bytes.
 */
export function canonicalHash(
  { method, path, rawQuery, headers }: Signable,
  signedHeaders: readonly string[],
  payload: string,
  verbatim = false,
): string {
  const lines = signedHeaders.map((name) => `${name}:${folded(headers[name] ?? '')}\n`).join('');
  const target = verbatim ? path : canonicalPath(path);
  const text = `${method}\n${target}\n${canonicalQuery(rawQuery)}\n${lines}\n${signedHeaders.join(';')}\n${payload}`;
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** Each octet of the path encoded, apart from slashes and what RFC 3986 leaves alone. */
export function canonicalPath(path: string): string {
  if (/^[A-Za-z0-9._~/-]*$/.test(path)) return path;
  return path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
}

function canonicalQuery(rawQuery: string): string {
  if (rawQuery === '') return '';
  const pairs = rawQuery.split('&').filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='));
  return pairs
    .map((pair) => {
      const cut = pair.indexOf('=');
      return cut < 0 ? [recoded(pair), ''] : [recoded(pair.slice(0, cut)), recoded(pair.slice(cut + 1))];
    })
    .sort(([a = '', x = ''], [b = '', y = '']) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const recoded = (text: string): string => encode(decodeURIComponent(text.replaceAll('+', ' ')));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const folded = (value: string): string => value.trim().replaceAll(/ +/g, ' ');
