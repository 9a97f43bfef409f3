import type { Context } from '#lib/domain/platform/context.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { CorsRule } from '#lib/model/storage/bucket.ts';
import type { LifecycleRule } from '#lib/model/storage/bucket-lifecycle.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { type BucketRecord, getBucketWithRules, putBucketWork, removeBucketWork } from '#lib/store/storage/buckets.ts';
import { callEngine, isRefusal } from './engine.ts';
import { settingsOf } from './resource.ts';

/** Milliseconds (real clock) after which the buckets schedule applies settings that are not applied yet. */
const retryAfter = 60_000;

/** Commits changed settings, then applies them at the engine. If the engine fails, the buckets schedule tries again. */
export async function commitSettings<T>(
  context: Context,
  record: BucketRecord,
  { writes, reply }: { writes: readonly Write[]; reply: T },
): Promise<T> {
  const { account_id, name } = record;
  const work = { operation: newId('operation', context.now), bucket: name };
  const due = realNow().getTime() + retryAfter;
  const answer = await context.commit({
    writes: [...writes, putBucketWork({ ...work, kind: 'configure', account_id, due })],
    reply,
    version: record.version + 1,
  });
  await applySettings(account_id, name)
    .then(() => transact([removeBucketWork(work)]))
    .catch(() => undefined);
  return answer;
}

/**
 * Applies a bucket's stored settings at the engine, and repeats this until they have not changed meanwhile. Of several
 * simultaneous changes, the last one therefore stays applied.
 */
export async function applySettings(account: string, name: string): Promise<void> {
  for (let applied = 0; ; ) {
    const { record, cors, lifecycle } = await getBucketWithRules(account, name);
    if (record?.status !== 'active' || record.version === applied) return;
    const settings = settingsOf(record, cors as CorsRule[], lifecycle as LifecycleRule[]);
    try {
      await callEngine((engine) => engine.configureBucket(name, settings));
    } catch (error) {
      if (!isRefusal(error, 'no_such_bucket')) throw error;
      return;
    }
    applied = record.version;
  }
}
