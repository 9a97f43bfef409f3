import { encode, encodePath, normalisePath } from './encode.ts';
import type { SignedRequest } from './request.ts';

/** A reading of the target: the canonical path and the canonical query that a client may have signed. */
export type Candidate = readonly [path: string, query: string];

const MAX_CANDIDATES = 6;

/**
 * Every reading of the target that a client may have signed, the likeliest first, at most six and most often one. No two
 * requests that mean different things have a reading in common, so one that matches binds the request to its signer.
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
 * resolve dots either. API Gateway decodes the path once, which a second encoding mends. With an encoded percent sign in
 * it, what one signer makes of it is what another makes of the path without: then it has the one reading of the book.
 * What a gateway makes of dots is its own affair, so there they stand for themselves.
 */
function pathReadings({ path, exact }: SignedRequest): string[] {
  const resolved = normalisePath(path);
  const normal = encodePath(resolved);
  if (normal === path) return [normal];
  const twice = encodePath(encodePath(path));
  if (!exact) return resolved !== path || encodedOctet.test(path) ? [twice] : distinct([normal, twice, path]);
  return distinct([normal, encodePath(path), ...(encodedPercent.test(path) ? [] : [path])]);
}

const encodedOctet = /%[0-9a-f]{2}/i;
const encodedPercent = /%25[0-9a-f]{2}/i;

/**
 * `+` is a blank here, as it is to whoever serves the request, never the plus sign that `%2B` is. botocore sorts the query
 * without encoding it, and old curl signs it as it stands; so is one signed that is not percent-encoded UTF-8.
 */
function queryReadings(raw: string, form: 'header' | 'query'): string[] {
  if (raw === '') return [''];
  const itself = (pair: string) => form === 'query' && pair.startsWith('X-Amz-Signature=');
  const pairs = raw.split('&').filter((pair) => pair !== '' && !itself(pair));
  if (pairs.length === 0) return [''];
  const written = pairs.map(split);
  const meant = written.map(([name, value]) => [recoded(name), recoded(value)]);
  return distinct([...(meant.every(isPair) ? [joined(meant)] : []), joined(written), pairs.join('&')]);
}

/** Encoded by the book, whatever it was encoded like; undefined where it is no percent-encoded UTF-8. */
function recoded(text: string): string | undefined {
  try {
    return encode(decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    return undefined;
  }
}

const isPair = (pair: (string | undefined)[]): pair is Pair => !pair.includes(undefined);

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
