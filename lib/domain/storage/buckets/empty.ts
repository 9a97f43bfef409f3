import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { type EmptyInput, findEmptying } from './emptying.ts';
import { callEngine, isRefusal } from './engine.ts';
import { closeBucket, lockedText, removalWrites, reopen } from './remove.ts';

/** How long one step removes objects, in milliseconds: a task has at least 29 s. */
const stepMilliseconds = 10_000;

/**
 * Removes some of a bucket's objects; when none is left, removes the bucket with its keys. Its keys are revoked in the
 * first step. A bucket in which object lock protects a version becomes active again.
 */
export async function emptyBucket(input: EmptyInput): Promise<{ done: boolean }> {
  const record = await findEmptying(input);
  await transact([removeIntent(input.operation)]);
  if (!record) return { done: true };
  try {
    await closeBucket(record);
    if (!(await callEngine((engine) => engine.emptyBucket(record.name, stepMilliseconds)))) return { done: false };
  } catch (error) {
    if (!isRefusal(error, 'bucket_not_empty')) throw error;
    await unlessStale(reopen(record, { status: 'active', status_reason: lockedText(record.name) }));
    return { done: true };
  }
  await callEngine((engine) => engine.deleteBucket(record.name));
  // A parallel run of this step may already have removed it.
  await unlessStale(transact(removalWrites(record, input.operation)));
  return { done: true };
}
