import { createHash, randomBytes } from 'node:crypto';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { WrittenBlob } from './blob-writer.ts';
import { enter, enterManifest, release } from './holding.ts';
import { currentKey, partKey, successor, uploadKey } from './keys.ts';
import { checkLockable } from './object-lock.ts';
import { admit, type Draft, place } from './publish.ts';
import type { BucketRecord, ObjectRecord, PartRecord, StoredChecksum, UploadRecord } from './records.ts';
import type { Store } from './store.ts';
import { checkQuota, count } from './usage.ts';

/** The smallest size in bytes of all parts but the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** A part in the client's list for the completion. */
export interface ClaimedPart {
  number: number;
  etag: string;
  checksum: string | undefined;
}

/** Starts an upload. */
export function createUpload(store: Store, bucket: BucketRecord, upload: Omit<UploadRecord, 'id' | 'initiated'>) {
  const record: UploadRecord = {
    ...upload,
    // An id that begins with a hyphen would be an option to programs that take it as an argument.
    id: randomBytes(16).toString('hex'),
    initiated: store.clock.now().getTime(),
  };
  return store.change(bucket, (fresh) => {
    checkLockable(fresh, record.lock);
    store.tables.uploads.putSync(uploadKey(fresh.id, record.key, record.id), record);
    return record;
  });
}

/** An upload in progress. Throws NoSuchUpload. */
export function uploadOf({ tables }: Store, bucket: BucketRecord, key: string, id: string): UploadRecord {
  const upload = /^[\w-]{32}$/.test(id) ? tables.uploads.get(uploadKey(bucket.id, key, id)) : undefined;
  if (upload) return upload;
  throw new S3Error('NoSuchUpload', { details: { UploadId: id.slice(0, 128) } });
}

/** Makes a written blob a part, which replaces one of the same number. Throws NoSuchUpload and QuotaExceeded. */
export function putPart(
  store: Store,
  bucket: BucketRecord,
  at: { key: string; uploadId: string; number: number },
  blob: WrittenBlob,
  described: Pick<PartRecord, 'etag' | 'checksum'>,
): Promise<PartRecord> {
  const { tables, clock } = store;
  return store.change(bucket, (fresh) => {
    uploadOf(store, fresh, at.key, at.uploadId);
    const row = partKey(at.uploadId, at.number);
    const replaced = tables.parts.get(row);
    const more = blob.ref.size - (replaced?.blob.size ?? 0);
    checkQuota(tables, fresh, { bytes: more, objects: 0 });
    const part: PartRecord = { ...described, blob: blob.ref, modified: clock.now().getTime() };
    enter(tables, blob);
    if (replaced) release(tables, replaced.blob);
    tables.parts.putSync(row, part);
    count(tables, fresh.id, { uploadBytes: more });
    return part;
  });
}

/** The parts of an upload in order, after the number `after`, at most `limit`. */
export function partsOf({ tables }: Store, uploadId: string, after = 0, limit = 10_001) {
  const start = partKey(uploadId, after + 1);
  const end = successor(Buffer.from(uploadId, 'latin1')) as Buffer;
  return [...tables.parts.getRange({ start, end, limit })].map(({ key, value }) => ({
    number: key.readUInt16BE(key.length - 2),
    part: value,
  }));
}

/** The ETag of an object of parts: the MD5 of the parts' MD5s, and their number. */
function compositeEtag(parts: readonly { etag: string }[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(etag, 'hex');
  return `${hash.digest('hex')}-${parts.length}`;
}

/** The object that an upload became, while it is the current one of its key. */
export function madeBy({ tables }: Store, bucket: BucketRecord, at: { key: string; uploadId: string }) {
  const current = tables.current.get(currentKey(bucket.id, at.key));
  return current?.upload === at.uploadId ? current : undefined;
}

function madeOf(record: ObjectRecord, claimed: readonly ClaimedPart[]): ObjectRecord {
  if (record.etag === compositeEtag(claimed)) return record;
  throw new S3Error('InvalidPart');
}

/**
 * Makes an object of the parts, without copying them, and ends the upload. `describe` returns the object's attributes
 * from the upload and its parts inside the transaction, or throws. It may be repeated where its answer was lost.
 */
export function completeUpload(
  store: Store,
  bucket: BucketRecord,
  at: { key: string; uploadId: string },
  claimed: readonly ClaimedPart[],
  describe: (
    upload: UploadRecord,
    parts: PartRecord[],
  ) => { checksum: StoredChecksum | null } & Pick<Draft, 'conditions'>,
): Promise<ObjectRecord> {
  const { tables, blobs } = store;
  return store.change(bucket, (fresh) => {
    const before = madeBy(store, fresh, at);
    if (before) return madeOf(before, claimed);
    const upload = uploadOf(store, fresh, at.key, at.uploadId);
    const stored = new Map(partsOf(store, at.uploadId).map(({ number, part }) => [number, part]));
    const parts = claimed.map((claim, index) =>
      checkedPart(claim, stored.get(claim.number), index === claimed.length - 1),
    );
    const { checksum, conditions } = describe(upload, parts);
    const size = parts.reduce((sum, { blob }) => sum + blob.size, 0);
    const held = [...stored.values()].reduce((sum, { blob }) => sum + blob.size, 0);
    admit(store, fresh, { key: at.key, conditions, lock: upload.lock }, 0);
    for (const number of stored.keys()) tables.parts.removeSync(partKey(at.uploadId, number));
    for (const { number } of claimed) stored.delete(number);
    for (const { blob } of stored.values()) release(tables, blob);
    tables.uploads.removeSync(uploadKey(fresh.id, at.key, at.uploadId));
    count(tables, fresh.id, { uploadBytes: -held });
    const ref = blobs.manifestRef(size);
    enterManifest(
      tables,
      ref,
      parts.map(({ blob, checksum: sum }) => ({ ...blob, ...(sum && { checksum: sum.value }) })),
    );
    const { system, user, tags, encryption, acl, owner, lock } = upload;
    const draft: Draft = {
      key: at.key,
      headers: { system, user, tags, ...(encryption && { encryption }), ...(acl && { acl }), ...(owner && { owner }) },
      etag: compositeEtag(parts),
      checksum,
      conditions,
      upload: at.uploadId,
      lock,
    };
    return place(store, fresh, draft, ref);
  });
}

/** Ends an upload and deletes its parts. Throws NoSuchUpload. */
export function abortUpload(store: Store, bucket: BucketRecord, key: string, id: string): Promise<void> {
  return store.change(bucket, (fresh) => {
    uploadOf(store, fresh, key, id);
    dropUpload(store, fresh, key, id);
  });
}

/** Ends an existing upload, inside a commit. */
export function dropUpload(store: Store, bucket: BucketRecord, key: string, id: string): number {
  const { tables } = store;
  const parts = partsOf(store, id);
  for (const { number, part } of parts) {
    tables.parts.removeSync(partKey(id, number));
    release(tables, part.blob);
  }
  tables.uploads.removeSync(uploadKey(bucket.id, key, id));
  count(tables, bucket.id, { uploadBytes: -parts.reduce((sum, { part }) => sum + part.blob.size, 0) });
  return parts.length + 1;
}

function checkedPart({ number, etag, checksum }: ClaimedPart, part: PartRecord | undefined, last: boolean): PartRecord {
  const fits = part && part.etag === etag && (checksum === undefined || part.checksum?.value === checksum);
  if (!fits) throw new S3Error('InvalidPart', { details: { PartNumber: number, ETag: etag } });
  if (!last && part.blob.size < MIN_PART_BYTES) {
    throw new S3Error('EntityTooSmall', {
      details: { ProposedSize: part.blob.size, MinSizeAllowed: MIN_PART_BYTES, PartNumber: number, ETag: etag },
    });
  }
  return part;
}
