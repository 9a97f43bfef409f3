import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow, withTimeout } from '#lib/drivers/clocks/real.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import type { BucketRecord } from '#lib/store/storage/buckets.ts';
import { engine } from './engine.ts';
import { findBucket, toBucket } from './resource.ts';

/** Returns a bucket of the caller with its current usage. Throws 404. */
export async function showBucket(context: Context, { name }: { name: string }): Promise<Bucket> {
  const record = await findBucket(context, name);
  return context.show(await toMeasuredBucket(record), record.version);
}

/** How long a reply waits for a bucket's current usage, in milliseconds, before it shows the last measured one. */
const usageTimeout = 1_000;

/** A bucket as replies show it, with its current usage if the engine answers in time. */
export async function toMeasuredBucket(record: BucketRecord): Promise<Bucket> {
  const shown = toBucket(record);
  if (record.status !== 'active') return shown;
  const late = () => new Error(`the usage of bucket ${record.name} is late`);
  const usage = await withTimeout(currentUsage(record.name), usageTimeout, late).catch(() => undefined);
  return usage ? { ...shown, usage } : shown;
}

async function currentUsage(name: string): Promise<Bucket['usage']> {
  const now = realNow();
  const usage = await engine().usage(name, now, now);
  return { size_bytes: usage.sizeBytes, objects: usage.objects, measured_at: rfc3339(usage.measuredAt) };
}
