import { escaped, splitRow, successor, uploadKey, versionsPrefix } from './keys.ts';
import { commonPrefix, shownPrefix } from './listing.ts';
import type { BucketRecord, UploadRecord } from './records.ts';
import type { Tables } from './tables.ts';

/** What a listing of uploads asks for. */
export interface UploadListing {
  prefix: string;
  delimiter: string;
  keyMarker: string;
  /** Used only with a key marker: lists uploads of that key after this one. */
  uploadIdMarker: string;
  limit: number;
}

/** A page of uploads; `last` is where the next page begins, where there is one. */
export interface UploadPage {
  uploads: UploadRecord[];
  prefixes: string[];
  last: { key: string; uploadId: string } | undefined;
}

/** Lists uploads by key, and those of one key by id. */
export function listUploads(tables: Tables, bucket: BucketRecord, listing: UploadListing): UploadPage {
  const { prefix, delimiter, limit } = listing;
  const page: UploadPage = { uploads: [], prefixes: [], last: undefined };
  let shown: UploadPage['last'];
  const from = Buffer.concat([Buffer.from(bucket.id, 'hex'), escaped(prefix)]);
  const start = startRow(bucket, listing, from);
  const end = successor(from);
  let common = shownPrefix(listing.keyMarker, prefix, delimiter);
  for (const { key: row, value: upload } of tables.uploads.getRange({ start, ...(end && { end }) })) {
    const { key } = splitRow(row);
    if (common !== undefined && key.startsWith(common)) continue;
    if (page.uploads.length + page.prefixes.length >= limit) return { ...page, last: shown };
    common = commonPrefix(key, prefix, delimiter);
    if (common === undefined) page.uploads.push(upload);
    else page.prefixes.push(common);
    shown = { key: common ?? key, uploadId: common === undefined ? upload.id : '' };
  }
  return page;
}

function startRow(bucket: BucketRecord, { keyMarker, uploadIdMarker }: UploadListing, from: Buffer): Buffer {
  if (keyMarker === '') return from;
  const row = uploadIdMarker
    ? Buffer.concat([uploadKey(bucket.id, keyMarker, uploadIdMarker), Buffer.from([0])])
    : (successor(versionsPrefix(bucket.id, keyMarker)) as Buffer);
  return Buffer.compare(row, from) > 0 ? row : from;
}
