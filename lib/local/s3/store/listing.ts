import { currentKey, keyOfCurrent, successor } from './keys.ts';
import type { BucketRecord, ObjectRecord } from './records.ts';
import type { Tables } from './tables.ts';

/** What a listing asks for. */
export interface Listing {
  prefix: string;
  delimiter: string;
  /** Lists what comes after this key. */
  after: string;
  /** Also skips everything that begins with `after`, which was shown as one common prefix. */
  afterPrefix: boolean;
  limit: number;
}

/** A page of objects and common prefixes in one order; `last` is where the next page begins, where there is one. */
export interface ListingPage {
  objects: { key: string; record: ObjectRecord }[];
  prefixes: string[];
  last: { text: string; isPrefix: boolean } | undefined;
}

/** Lists the current objects of a bucket. A common prefix costs one seek, however many keys it has. */
export function listObjects(tables: Tables, bucket: BucketRecord, listing: Listing): ListingPage {
  const page: ListingPage = { objects: [], prefixes: [], last: undefined };
  const end = successor(currentKey(bucket.id, listing.prefix));
  let start: Buffer | undefined = firstRow(bucket, listing);
  while (start && (!end || Buffer.compare(start, end) < 0)) {
    const common = takeRows(page, tables.current.getRange({ start, ...(end && { end }) }), listing);
    start = common === undefined ? undefined : successor(currentKey(bucket.id, common));
  }
  return page;
}

/** Takes rows up to the first common prefix, which it returns; undefined where the page is complete. */
function takeRows(
  page: ListingPage,
  rows: Iterable<{ key: Buffer; value: ObjectRecord }>,
  listing: Listing,
): string | undefined {
  for (const { key: row, value: record } of rows) {
    if (page.objects.length + page.prefixes.length >= listing.limit) {
      page.last = lastOf(page);
      return undefined;
    }
    const key = keyOfCurrent(row);
    const common = commonPrefix(key, listing.prefix, listing.delimiter);
    if (common !== undefined) {
      page.prefixes.push(common);
      return common;
    }
    page.objects.push({ key, record });
  }
  return undefined;
}

function lastOf({ objects, prefixes }: ListingPage): ListingPage['last'] {
  const [key, prefix] = [objects.at(-1)?.key, prefixes.at(-1)];
  if (key === undefined && prefix === undefined) return undefined;
  const isPrefix =
    key === undefined || (prefix !== undefined && Buffer.compare(Buffer.from(prefix), Buffer.from(key)) > 0);
  return { text: (isPrefix ? prefix : key) as string, isPrefix };
}

/** The part of a key up to the first delimiter after the prefix; undefined where there is none. */
export function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (delimiter === '') return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}

/** A marker that is a common prefix, all of which was shown; undefined where it is a key. */
export function shownPrefix(marker: string, prefix: string, delimiter: string): string | undefined {
  return marker !== '' && commonPrefix(marker, prefix, delimiter) === marker ? marker : undefined;
}

function firstRow(bucket: BucketRecord, { prefix, after, afterPrefix }: Listing): Buffer | undefined {
  const from = currentKey(bucket.id, prefix);
  if (after === '') return from;
  const mark = currentKey(bucket.id, after);
  const behind = afterPrefix ? successor(mark) : Buffer.concat([mark, Buffer.from([0])]);
  return behind && Buffer.compare(behind, from) > 0 ? behind : from;
}
