import { encode } from './encode.ts';

/** A name and its value. */
export type Pair = readonly [name: string, value: string];

/** The pairs of a query as they are written, without empty ones. */
export function pairsOf(rawQuery: string): string[] {
  return rawQuery.split('&').filter((pair) => pair !== '');
}

/** Whether a written pair is the signature itself, which is never signed. */
export const isSignature = (pair: string): boolean => pair.startsWith('X-Amz-Signature=');

/** Cuts a written pair at its first `=`; without one the value is empty. */
export function cutPair(pair: string): Pair {
  const cut = pair.indexOf('=');
  return cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
}

/**
 * Encodes text by the rules of the algorithm, however it was encoded; `+` is a blank. Throws URIError for invalid
 * UTF-8.
 */
export const recoded = (text: string): string => encode(decodeURIComponent(text.replaceAll('+', ' ')));

/** Joins encoded pairs, sorted by name, then value: sorted as one text, `a=` would come after `a-=`. */
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

/** What the query form adds to a query. */
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

/** The query as it was before it was signed; one that is not signed stays as it is. */
export function unsignedQuery(raw: string): string {
  if (!/(?:^|&)X-Amz-Signature=/.test(raw)) return raw;
  return raw
    .split('&')
    .filter((pair) => !signatureParameters.has(pair.split('=')[0] ?? ''))
    .join('&');
}
