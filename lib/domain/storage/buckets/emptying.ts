import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { startWorkflow } from '#lib/drivers/workflows/start.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { type BucketRecord, changeBucket, getBucket } from '#lib/store/storage/buckets.ts';

/** The input of the workflow `empty`. */
export interface EmptyInput {
  operation: string;
  account_id: string;
  bucket: string;
}

/** The bucket, if this workflow's operation still holds it. */
export async function findEmptying({ operation, account_id, bucket }: EmptyInput): Promise<BucketRecord | undefined> {
  const record = await getBucket(account_id, bucket);
  return record?.operation?.id === operation ? record : undefined;
}

/** Ends a failed emptying: the bucket shows the reason, stays closed to clients, and may be deleted again. */
export async function failEmptying(input: EmptyInput & { error: string; cause: string }): Promise<void> {
  const record = await findEmptying(input);
  if (!record) return;
  const status_reason = reasonOf('emptying', input);
  await unlessStale(transact([changeBucket(record, { status: 'failed', status_reason, operation: null })]));
}

/**
 * Starts the workflow again, as the next round of the same operation, because an execution's history is limited. A
 * second call has no effect.
 */
export async function continueEmptying({ round, ...input }: EmptyInput & { round: number }): Promise<void> {
  const next = round + 1;
  await startWorkflow('empty', `${input.operation}-${next}`, { ...input, round: next });
}
