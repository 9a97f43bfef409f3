import { isStale } from '#lib/domain/platform/context.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type BucketRecord, changeBucket, getBucket } from '#lib/store/storage/buckets.ts';
import { callEngine } from './engine.ts';
import { removalWrites, revokeKeys } from './remove.ts';

/** Milliseconds that one step removes objects for: a task has 29 s. */
const stepMilliseconds = 10_000;

/** Removes some of what is in the bucket, closed from the first step on; when nothing is left, the bucket with its keys. */
export async function emptyBucket(input: EmptyInput): Promise<{ done: boolean }> {
  const record = await findOwned(input);
  await transact([removeIntent(input.operation)]);
  if (!record) return { done: true };
  await revokeKeys(record);
  const empty = await callEngine((engine) => engine.emptyBucket(record.name, stepMilliseconds));
  if (!empty) return { done: false };
  await callEngine((engine) => engine.deleteBucket(record.name));
  await ignoreStale(transact(removalWrites(record, input.operation)));
  return { done: true };
}

/** What the workflow `empty` is started with. */
export interface EmptyInput {
  operation: string;
  account_id: string;
  bucket: string;
}

/** The bucket, while it is this workflow's. */
async function findOwned({ operation, account_id, bucket }: EmptyInput): Promise<BucketRecord | undefined> {
  const record = await getBucket(account_id, bucket);
  return record?.operation?.id === operation ? record : undefined;
}

/** It cannot be emptied: the bucket says why, stays closed, and may be deleted again. */
export async function failEmptying(input: EmptyInput & { error: string; cause: string }): Promise<void> {
  const record = await findOwned(input);
  if (!record) return;
  const status_reason = reasonOf('emptying', input);
  await ignoreStale(transact([changeBucket(record, { status: 'failed', status_reason, operation: null })]));
}

/** Swallows that the same step ran beside this one. */
async function ignoreStale(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isStale(error)) throw error;
  });
}
