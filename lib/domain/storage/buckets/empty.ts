import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { type EmptyInput, findEmptying } from './emptying.ts';
import { callEngine } from './engine.ts';
import { removalWrites, revokeKeys } from './remove.ts';

/** How long one step removes objects, in milliseconds: a task has 29 s. */
const stepMilliseconds = 10_000;

/**
 * Removes some of a bucket's objects; when none is left, removes the bucket with its keys. Its keys are revoked in the
 * first step.
 */
export async function emptyBucket(input: EmptyInput): Promise<{ done: boolean }> {
  const record = await findEmptying(input);
  await transact([removeIntent(input.operation)]);
  if (!record) return { done: true };
  await revokeKeys(record);
  const empty = await callEngine((engine) => engine.emptyBucket(record.name, stepMilliseconds));
  if (!empty) return { done: false };
  await callEngine((engine) => engine.deleteBucket(record.name));
  // A parallel run of this step may have removed it already.
  await unlessStale(transact(removalWrites(record, input.operation)));
  return { done: true };
}
