import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { priceOf } from '#lib/model/platform/catalog.ts';
import { each, priceDelta, type Rehearsal } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { type BucketRecord, changeBucket, putBucketWork } from '#lib/store/storage/buckets.ts';
import { callEngine, engine, isRefusal } from './engine.ts';
import { closeBucket, lockedText, notEmpty, removalWrites, removeFromEngine, reopen } from './remove.ts';
import { type DeletedBucket, findBucket, refuseInactive, toBucket } from './resource.ts';

/** Milliseconds (real clock) after which the buckets schedule finishes an unfinished deletion. */
const finishAfter = 30_000;

/**
 * Deletes an empty bucket with its keys. Refuses with 409 in_use a bucket that holds objects, unless `force` is set:
 * then clients lose access at once, and a workflow empties it. While object lock protects a version, that is also
 * refused with 409 in_use. A bucket that is being emptied is returned unchanged.
 */
export function deleteBucket(
  context: Context,
  { name, force }: { name: string; force: boolean },
): Promise<Bucket | DeletedBucket> {
  return retryOnConflict(async () => {
    const record = await findBucket(context, name);
    context.match(record.version);
    if (record.operation?.kind === 'empty' && record.status === 'deleting') {
      return context.commit({ writes: [], reply: toBucket(record), version: record.version });
    }
    if (record.status !== 'failed') refuseInactive(record);
    engine();
    await context.claimed({
      rehearsal: rehearsed(record, force),
      check: async () => (force ? undefined : refuseFilled(record)),
    });
    return force ? empty(context, record) : removeEmpty(context, record);
  });
}

/** The savings of a bucket's deletion, by its last measured size, and the keys that are deleted with it. */
function rehearsed({ name, usage, access_key_ids }: BucketRecord, force: boolean): Rehearsal {
  return {
    would: `delete bucket ${name}${force ? ' with all of its objects' : ''}`,
    ...priceDelta(priceOf('object_storage', usage.size_bytes / 1024 ** 3), 0),
    cascade: each('access_key', access_key_ids, 'deleted'),
  };
}

/** Refuses a bucket that holds objects, as the engine does when the bucket is removed. */
async function refuseFilled({ name }: BucketRecord): Promise<void> {
  const now = realNow();
  const { objects, sizeBytes } = await callEngine((engine) => engine.usage(name, now, now));
  if (objects > 0 || sizeBytes > 0) throw notEmpty(name);
}

async function empty(context: Context, record: BucketRecord): Promise<Bucket> {
  const { account_id, name } = record;
  const operation = newId('operation', context.now);
  const next = withOperation(context, record, { id: operation, kind: 'empty' });
  const { status, status_reason, updated_at } = next;
  const reply = await context.commit({
    writes: [changeBucket(record, { status, status_reason, operation: next.operation, updated_at })],
    reply: toBucket(next),
    version: next.version,
    workflow: { operation, machine: 'empty', input: { operation, account_id, bucket: name } },
  });
  try {
    await closeBucket(record);
  } catch (error) {
    // After any other failure, the workflow's first step tries again.
    if (!isRefusal(error, 'bucket_not_empty')) return reply;
    await unlessStale(reopen(next, record));
    throw new ApiError('in_use', lockedText(name));
  }
  return reply;
}

function withOperation(
  { now }: Context,
  record: BucketRecord,
  operation: NonNullable<BucketRecord['operation']>,
): BucketRecord {
  const updated_at = rfc3339(now);
  return { ...record, status: 'deleting', status_reason: null, operation, updated_at, version: record.version + 1 };
}

async function removeEmpty(context: Context, record: BucketRecord): Promise<DeletedBucket> {
  const { account_id, name } = record;
  const operation = newId('operation', context.now);
  const next = withOperation(context, record, { id: operation, kind: 'delete' });
  const { status, status_reason, updated_at } = next;
  const due = realNow().getTime() + finishAfter;
  await transact([
    changeBucket(record, { status, status_reason, operation: next.operation, updated_at }),
    putBucketWork({ operation, kind: 'delete', account_id, bucket: name, due }),
  ]);
  try {
    await removeFromEngine(record);
  } catch (error) {
    if (!isRefusal(error, 'bucket_not_empty')) throw error;
    await reopen(next, record);
    throw notEmpty(name);
  }
  return context.commit({ writes: removalWrites(next, operation), reply: { name, deleted: true as const } });
}
