import { canonicalRequest } from '#lib/standards/sigv4/canonical.ts';
import { encode } from '#lib/standards/sigv4/encode.ts';
import { cutPair, isSignature, joinPairs, pairsOf, recoded } from '#lib/standards/sigv4/query.ts';

/** The parts that a signature covers. */
export interface Signable {
  method: string;
  path: string;
  rawQuery: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * The canonical request as S3 has it: the path encoded once and never normalised, which every client signs as it sends
 * it; header values as bytes, in Latin-1.
 */
export function canonicalOf(
  { method, path, rawQuery, headers }: Signable,
  signedHeaders: readonly string[],
  payload: string,
  verbatim = false,
): string {
  return canonicalRequest({
    method,
    path: verbatim ? path : canonicalPath(path),
    query: canonicalQuery(rawQuery),
    signedHeaders,
    headerValue: (name) => folded(headers[name] ?? ''),
    payload,
  });
}

/** The path with every octet encoded, apart from slashes and RFC 3986's unreserved characters. */
export function canonicalPath(path: string): string {
  if (/^[A-Za-z0-9._~/-]*$/.test(path)) return path;
  return path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
}

function canonicalQuery(rawQuery: string): string {
  const pairs = pairsOf(rawQuery).filter((pair) => !isSignature(pair));
  return joinPairs(pairs.map(cutPair).map(([name, value]) => [recoded(name), recoded(value)]));
}

const folded = (value: string): string => value.trim().replaceAll(/ +/g, ' ');
