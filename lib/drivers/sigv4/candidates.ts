import { decode, encode, encodePath, normalisePath } from './encode.ts';
import type { SignedRequest } from './request.ts';

/** A reading of the target: the canonical path and the canonical query that a client may have signed. */
export type Candidate = readonly [path: string, query: string];

const MAX_CANDIDATES = 6;

/**
 * Every reading of the target that a client may have signed, the likeliest first, at most six and most often one.
 * Each is a reading of what was sent, so one that matches still binds the request to its signer.
 */
export function candidates(request: SignedRequest, form: 'header' | 'query'): Candidate[] {
  const paths = pathReadings(request);
  const queries = queryReadings(request.rawQuery, form);
  const [path = '/'] = paths;
  const [query = ''] = queries;
  return [
    ...paths.map((reading): Candidate => [reading, query]),
    ...queries.slice(1).map((reading): Candidate => [path, reading]),
  ].slice(0, MAX_CANDIDATES);
}

/**
 * As sent, a path is encoded once more. Old curl signs it as it stands, and so do S3-minded signers, which do not
 * resolve dots either. API Gateway decodes the path once, which a second encoding mends.
 */
function pathReadings({ path, exact }: SignedRequest): string[] {
  const normal = encodePath(normalisePath(path));
  if (normal === path) return [normal];
  return distinct([normal, exact ? encodePath(path) : encodePath(normal), path]);
}

/**
 * By the book, `+` is a plus sign; fetch and serverless-offline mean a blank by it. botocore sorts the query without
 * encoding it, and old curl signs it as it stands.
 */
function queryReadings(raw: string, form: 'header' | 'query'): string[] {
  if (raw === '') return [''];
  const itself = (pair: string) => form === 'query' && pair.startsWith('X-Amz-Signature=');
  const pairs = raw.split('&').filter((pair) => pair !== '' && !itself(pair));
  if (pairs.length === 0) return [''];
  return distinct([
    joined(pairs.map((pair) => split(pair).map((part) => encode(decode(part))) as Pair)),
    joined(pairs.map((pair) => split(pair).map((part) => encode(decode(part.replaceAll('+', ' ')))) as Pair)),
    joined(pairs.map(split)),
    pairs.join('&'),
  ]);
}

type Pair = [name: string, value: string];

function split(pair: string): Pair {
  const cut = pair.indexOf('=');
  return cut < 0 ? [pair, ''] : [pair.slice(0, cut), pair.slice(cut + 1)];
}

/** Sorted by name, then value: as one text, `a=` would come after `a-=`. */
function joined(pairs: Pair[]): string {
  return pairs
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const distinct = (texts: string[]): string[] => [...new Set(texts)];
