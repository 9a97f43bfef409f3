import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type EmptyInput, held, unlessDone } from './emptying.ts';
import { atEngine } from './engine.ts';
import { goneWrites, revokeKeys } from './remove.ts';

/** Milliseconds that one step removes objects for: a task has 29 s. */
const atOnce = 10_000;

/** Removes some of what is in the bucket, closed from the first step on; when nothing is left, the bucket with its keys. */
export async function emptyBucket(input: EmptyInput): Promise<{ done: boolean }> {
  const record = await held(input);
  await transact([removeIntent(input.operation)]);
  if (!record) return { done: true };
  await revokeKeys(record);
  const empty = await atEngine((engine) => engine.emptyBucket(record.name, atOnce));
  if (!empty) return { done: false };
  await atEngine((engine) => engine.deleteBucket(record.name));
  await unlessDone(transact(goneWrites(record, input.operation)));
  return { done: true };
}
