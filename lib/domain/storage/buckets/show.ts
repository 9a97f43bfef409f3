import type { Context } from '#lib/domain/platform/context.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import { toMeasuredBucket } from './measured.ts';
import { findBucket } from './resource.ts';

/** Returns a bucket of the caller with its present usage. Throws 404. */
export async function showBucket(context: Context, { name }: { name: string }): Promise<Bucket> {
  const record = await findBucket(context, name);
  return context.show(await toMeasuredBucket(record), record.version);
}
