import { randomBytes } from 'node:crypto';
import { type NewBucket, ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import type { Traffic } from '#lib/local/s3/traffic.ts';
import { emptySome, isEmpty } from './emptying.ts';
import { splitRow, successor } from './keys.ts';
import { holdsLocked } from './object-lock.ts';
import type { BucketRecord, StoredRule } from './records.ts';
import { bucketKey, type Store } from './store.ts';
import { dropUpload } from './uploads.ts';

/** Whether S3 allows this name for a bucket. */
function isBucketName(name: string): boolean {
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !/\.\.|\.-|-\./.test(name) &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name) &&
    !/^xn--|^sthree-|^amzn-s3-demo-|-s3alias$|--ol-s3$|\.mrap$|--x-s3$|--table-s3$/.test(name)
  );
}

/** Creates a bucket; object lock implies versioning. Throws ObjectEngineError. */
export async function createBucket(
  { tables, clock }: Store,
  wanted: NewBucket & Pick<BucketRecord, 'owner' | 'grants'> & { objectLock?: boolean },
): Promise<BucketRecord> {
  const { name, acl = 'private', quota = null, objectLock = false, owner, grants } = wanted;
  const versioning = objectLock ? 'enabled' : (wanted.versioning ?? 'disabled');
  if (!isBucketName(name))
    throw new ObjectEngineError('invalid', `${name.slice(0, 64)} cannot be the name of a bucket`);
  return tables.commit(() => {
    if (tables.buckets.doesExist(bucketKey(name))) {
      throw new ObjectEngineError('bucket_exists', `there is a bucket ${name}`);
    }
    const bucket: BucketRecord = {
      id: randomBytes(8).toString('hex'),
      name,
      created: clock.now().getTime(),
      status: 'active',
      acl,
      versioning,
      cors: wanted.cors ?? [],
      lifecycle: wanted.lifecycle ?? [],
      quota,
      tags: wanted.tags ?? {},
      ...(owner && { owner }),
      ...(grants && { grants }),
      ...(objectLock && { objectLock: {} }),
    };
    tables.buckets.putSync(bucketKey(name), bucket);
    return bucket;
  });
}

/**
 * Changes a bucket's settings, but not the versioning of a bucket with object lock, which stays enabled. Ends what
 * S3's own ACL grants where the setting `acl` is made anew. Throws ObjectEngineError where it does not exist.
 */
export function updateBucket({ tables }: Store, name: string, change: Partial<BucketRecord>): Promise<void> {
  return tables.commit(() => {
    const bucket = tables.buckets.get(bucketKey(name));
    if (bucket?.status !== 'active') throw new ObjectEngineError('no_such_bucket', `there is no bucket ${name}`);
    const versioning = bucket.objectLock ? 'enabled' : (change.versioning ?? bucket.versioning);
    const isNewAcl = change.aclSet !== undefined && change.aclSet !== bucket.aclSet;
    const grants = isNewAcl ? undefined : bucket.grants;
    const lifecycle = inFormOf(bucket.lifecycle, change.lifecycle ?? bucket.lifecycle);
    tables.buckets.putSync(bucketKey(name), { ...bucket, grants, ...change, lifecycle, versioning });
  });
}

/** Rules, each with its prefix in the form that the rule of this id and prefix has in `model`. */
export function inFormOf(model: readonly StoredRule[], rules: readonly StoredRule[]): StoredRule[] {
  const plain = new Map(model.map(({ id, prefix, plainPrefix }) => [id, plainPrefix ? prefix : undefined]));
  return rules.map(({ plainPrefix: _, ...rule }) => {
    const isNarrow = (rule.tags ?? rule.largerThan ?? rule.smallerThan) !== undefined;
    return plain.get(rule.id) === rule.prefix && !isNarrow ? { ...rule, plainPrefix: true } : rule;
  });
}

/** Deletes an empty bucket; see ObjectEngine. */
export async function deleteBucket(store: Store, traffic: Traffic, name: string): Promise<void> {
  const { tables, blobs } = store;
  await tables.commit(() => {
    const bucket = tables.buckets.get(bucketKey(name));
    if (!bucket) return;
    if (!isEmpty(store, bucket)) throw new ObjectEngineError('bucket_not_empty', `bucket ${name} is not empty`);
    dropUploads(store, bucket);
    tables.buckets.removeSync(bucketKey(name));
    tables.usage.removeSync(Buffer.from(bucket.id, 'hex'));
    traffic.forget(bucket.id);
  });
  blobs.collectSoon();
}

/** Closes a bucket and deletes its contents for at most this time; see ObjectEngine. */
export async function emptyBucket(store: Store, name: string, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  const open = store.tables.buckets.get(bucketKey(name));
  if (open?.status === 'active' && (await holdsLocked(store.tables, open, store.clock.now().getTime()))) {
    throw lockedBucket(name);
  }
  const bucket = await close(store, name);
  if (!bucket) return true;
  while (performance.now() < end) {
    const removed = await emptySome(store, bucket);
    if (removed === 'locked') {
      await reopen(store, bucket);
      throw lockedBucket(name);
    }
    if (removed === 0) return true;
    store.blobs.collectSoon();
  }
  return false;
}

/** From now on clients get NoSuchBucket, while the bucket is emptied. */
function close({ tables }: Store, name: string): Promise<BucketRecord | undefined> {
  return tables.commit(() => {
    const bucket = tables.buckets.get(bucketKey(name));
    if (bucket) tables.buckets.putSync(bucketKey(name), { ...bucket, status: 'deleting' });
    return bucket;
  });
}

/** A version was locked between the check and the closing of the bucket. */
function reopen({ tables }: Store, { name, id }: BucketRecord): Promise<void> {
  return tables.commit(() => {
    const bucket = tables.buckets.get(bucketKey(name));
    if (bucket?.id === id) tables.buckets.putSync(bucketKey(name), { ...bucket, status: 'active' });
  });
}

function lockedBucket(name: string): ObjectEngineError {
  return new ObjectEngineError(
    'bucket_not_empty',
    `bucket ${name} holds object versions under retention or legal hold, which cannot be deleted yet`,
  );
}

/** Uploads in progress do not keep a bucket from being deleted, as in S3. */
function dropUploads(store: Store, bucket: BucketRecord): void {
  const start = Buffer.from(bucket.id, 'hex');
  for (const { key: row, value } of [...store.tables.uploads.getRange({ start, end: successor(start) as Buffer })]) {
    dropUpload(store, bucket, splitRow(row).key, value.id);
  }
}
