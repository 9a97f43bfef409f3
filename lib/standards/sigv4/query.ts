import { encode } from './encode.ts';

/** A name and its value. */
export type Pair = readonly [name: string, value: string];

/** The pairs of a query as written, without empty ones. */
export function pairsOf(rawQuery: string): string[] {
  return rawQuery.split('&').filter((pair) => pair !== '');
}

/** Whether a written pair is the signature itself, which is never signed. */
export const isSignature = (pair: string): boolean => pair.startsWith('X-Amz-Signature=');

/** Splits a written pair at its first `=`. Without one the value is empty. */
export function cutPair(pair: string): Pair {
  const cut = pair.indexOf('=');
  return cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
}

/**
 * Encodes text by the algorithm's rules, however it was encoded before. `+` is a blank. Throws URIError for invalid
 * UTF-8.
 */
export const recoded = (text: string): string => encode(decodeURIComponent(text.replaceAll('+', ' ')));

/** Joins encoded pairs, sorted by name, then value. Sorted as whole texts, `a=` would come after `a-=`. */
export function joinPairs(pairs: readonly Pair[]): string {
  return pairs
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The canonical query of names and values that are not encoded yet. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return joinPairs(Object.entries(query).map(([name, value]) => [encode(name), encode(value)]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The parameters that the query form adds. */
const signatureParameters = new Set([
  'X-Amz-Algorithm',
  'X-Amz-Content-Sha256',
  'X-Amz-Credential',
  'X-Amz-Date',
  'X-Amz-Expires',
  'X-Amz-Security-Token',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
]);

/** The query without its signature parameters. An unsigned query stays unchanged. */
export function unsignedQuery(raw: string): string {
  if (!/(?:^|&)X-Amz-Signature=/.test(raw)) return raw;
  return raw
    .split('&')
    .filter((pair) => !signatureParameters.has(pair.split('=')[0] ?? ''))
    .join('&');
}
