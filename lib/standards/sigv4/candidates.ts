import type { SignedRequest } from './core.ts';
import { encodePath, normalisePath } from './encode.ts';
import { cutPair, isSignature, joinPairs, type Pair, pairsOf, recoded } from './query.ts';

/** One interpretation of the request target: the canonical path and query that a client may have signed. */
export type Candidate = readonly [path: string, query: string];

const MAX_CANDIDATES = 6;

/**
 * Every interpretation of the target that a client may have signed, the likeliest first: usually one, at most six.
 * Requests with different meanings never share an interpretation, so a match binds the request to its signer.
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
 * The paths that a client may have signed. The standard encodes the path once more than it was sent. Old versions of
 * curl and S3-style signers sign it as sent, and do not resolve dots. API Gateway decodes the path once, so it is
 * encoded twice here. If the path has an encoded percent sign, one signer's form can equal another signer's form of a
 * different path, so the path as sent is then not accepted. If the gateway may have changed dot segments, they are
 * taken literally.
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
 * The queries that a client may have signed. `+` is a blank, as it is for the server, and never the plus sign, which is
 * `%2B`. botocore sorts the query without encoding it, and old versions of curl sign it as sent. A query that is not
 * percent-encoded UTF-8 is also taken as sent.
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
