import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type BucketRecord, getBucket } from '#lib/store/storage/buckets.ts';

/** The caller's bucket; 404 where it is absent or another account's. */
export async function findBucket(context: Pick<Context, 'principal'>, name: string): Promise<BucketRecord> {
  const record = await getBucket(context.principal.account_id, name);
  if (!record) throw notFound('bucket', name);
  return record;
}

/** The caller's bucket, if it is in use; 409 while it is created or deleted, and once that has failed. */
export async function findActiveBucket(context: Pick<Context, 'principal'>, name: string): Promise<BucketRecord> {
  const record = await findBucket(context, name);
  refuseInactive(record);
  return record;
}

/** Throws 409 unless a bucket is active; transient where it is about to be something else. */
export function refuseInactive({ name, status, operation }: BucketRecord): void {
  if (status === 'active') return;
  const soon = operation?.kind === 'create' || operation?.kind === 'delete';
  const code = soon ? 'operation_in_progress' : 'wrong_state';
  throw new ApiError(code, `bucket ${name} is ${status} (must be active)`, soon ? { retryAfter: 1 } : {});
}
