import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord, UsageRecord } from './records.ts';
import type { Tables } from './tables.ts';

const NOTHING: UsageRecord = { objects: 0, bytes: 0, versions: 0, versionBytes: 0, uploadBytes: 0 };

/** The contents of a bucket, counted. */
export function usageOf(tables: Tables, bucketId: string): UsageRecord {
  return tables.usage.get(Buffer.from(bucketId, 'hex')) ?? NOTHING;
}

/** Adds to a bucket's counters. Runs inside a commit. */
export function count(tables: Tables, bucketId: string, change: Partial<UsageRecord>): void {
  const usage = { ...usageOf(tables, bucketId) };
  for (const [name, by] of Object.entries(change) as [keyof UsageRecord, number][]) usage[name] += by;
  tables.usage.putSync(Buffer.from(bucketId, 'hex'), usage);
}

/** Throws QuotaExceeded where this many more bytes or objects exceed the bucket's limits. */
export function checkQuota(tables: Tables, bucket: BucketRecord, more: { bytes: number; objects: number }): void {
  const { quota } = bucket;
  if (!quota) return;
  const usage = usageOf(tables, bucket.id);
  const bytes = usage.bytes + usage.versionBytes + usage.uploadBytes + more.bytes;
  const objects = usage.objects + usage.versions + more.objects;
  if (quota.maxSizeBytes !== null && more.bytes > 0 && bytes > quota.maxSizeBytes) {
    throw new S3Error('QuotaExceeded', { message: `The bucket is limited to ${quota.maxSizeBytes} bytes` });
  }
  if (quota.maxObjects !== null && more.objects > 0 && objects > quota.maxObjects) {
    throw new S3Error('QuotaExceeded', { message: `The bucket is limited to ${quota.maxObjects} objects` });
  }
}
