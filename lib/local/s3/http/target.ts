import { isIP } from 'node:net';
import { S3Error } from '#lib/local/s3/errors.ts';
import { MAX_KEY_BYTES } from '#lib/local/s3/store/keys.ts';

/** The bucket and key of a request, from its address. */
export interface Target {
  /** The path as sent, without the query. */
  path: string;
  /** The query without its `?`. */
  rawQuery: string;
  query: ReadonlyMap<string, string>;
  bucket: string | undefined;
  key: string | undefined;
}

/**
 * Bucket and key from the path, or the bucket from a host name below one of `hosts`. Throws InvalidURI for what is not
 * percent-encoded UTF-8, and KeyTooLongError.
 */
export function parseTarget(url: string, host: string, hosts: readonly string[]): Target {
  const cut = url.indexOf('?');
  const path = cut < 0 ? url : url.slice(0, cut);
  const rawQuery = cut < 0 ? '' : url.slice(cut + 1);
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  const inHost = bucketOfHost(host, hosts);
  const rest = path.slice(1);
  const slash = rest.indexOf('/');
  const [first, second] = slash < 0 ? [rest, ''] : [rest.slice(0, slash), rest.slice(slash + 1)];
  const [bucket, key] = inHost === undefined ? [decoded(first), decoded(second)] : [inHost, decoded(rest)];
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError', { details: { Size: Buffer.byteLength(key), MaxSizeAllowed: MAX_KEY_BYTES } });
  }
  return { path, rawQuery, query: parseQuery(rawQuery), bucket: bucket || undefined, key: key || undefined };
}

/**
 * The parameters of a query. `+` is a blank, and of several parameters of one name the first is used. Throws
 * InvalidURI.
 */
export function parseQuery(rawQuery: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  if (rawQuery === '') return query;
  for (const pair of rawQuery.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decoded((cut < 0 ? pair : pair.slice(0, cut)).replaceAll('+', ' '));
    if (!query.has(name)) query.set(name, cut < 0 ? '' : decoded(pair.slice(cut + 1).replaceAll('+', ' ')));
  }
  return query;
}

function bucketOfHost(host: string, hosts: readonly string[]): string | undefined {
  const name = host.replace(/:\d{0,5}$/, '').toLowerCase();
  if (name.startsWith('[') || isIP(name)) return undefined;
  if (hosts.includes(name)) return undefined;
  const below = hosts.filter((each) => name.endsWith(`.${each}`)).map((each) => name.slice(0, -each.length - 1));
  // One host may be below another; the longer one is used.
  return below.sort((a, b) => a.length - b.length)[0];
}

/** Percent-decodes strictly, so that the shown name is the stored one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}
