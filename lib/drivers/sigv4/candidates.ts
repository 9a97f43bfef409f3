import type { SignedRequest } from './core.ts';
import { encodePath, normalisePath } from './encode.ts';
import { cutPair, isSignature, joinPairs, type Pair, pairsOf, recoded } from './query.ts';

/** A reading of the target: the canonical path and the canonical query that a client may have signed. */
export type Candidate = readonly [path: string, query: string];

const MAX_CANDIDATES = 6;

/**
 * Every reading of the target that a client may have signed, the likeliest first, at most six and most often one. No
 * two requests that mean different things have a reading in common, so one that matches binds the request to its
 * signer.
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
 * resolve dots either. API Gateway decodes the path once, which a second encoding mends. With an encoded percent sign
 * in it, what one signer makes of it is what another makes of the path without: then it has the one reading of the
 * book. What a gateway makes of dots is its own affair, so there they stand for themselves.
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
 * `+` is a blank here, as it is to the server of the request, never the plus sign that `%2B` is. botocore sorts the
 * query without encoding it, and old curl signs it as it stands; so is one signed that is not percent-encoded UTF-8.
 */
function queryReadings(raw: string, form: 'header' | 'query'): string[] {
  if (raw === '') return [''];
  const pairs = pairsOf(raw).filter((pair) => form === 'header' || !isSignature(pair));
  if (pairs.length === 0) return [''];
  const written = pairs.map(cutPair);
  const recodedPairs = written.map(([name, value]): PairOrNot => [recodedOrNot(name), recodedOrNot(value)]);
  return distinct([
    ...(recodedPairs.every(isWhole) ? [joinPairs(recodedPairs)] : []),
    joinPairs(written),
    pairs.join('&'),
  ]);
}

/** Undefined where the text is not percent-encoded UTF-8. */
function recodedOrNot(text: string): string | undefined {
  try {
    return recoded(text);
  } catch {
    return undefined;
  }
}

const isWhole = (pair: PairOrNot): pair is Pair => !pair.includes(undefined);

type PairOrNot = readonly [name: string | undefined, value: string | undefined];

const distinct = (texts: string[]): string[] => [...new Set(texts)];
