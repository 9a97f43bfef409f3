import { meteredStorage } from '#lib/domain/billing/metering/marks.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow, withTimeout } from '#lib/drivers/clocks/real.ts';
import type { BucketUsage } from '#lib/drivers/objects/engine.ts';
import { objectEngine } from '#lib/drivers/objects/open.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { putStored } from '#lib/store/platform/stored.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import {
  anyBucket,
  type BucketName,
  type BucketRecord,
  everyBucket,
  getBucket,
  noteBucketUsage,
  putBucketWork,
} from '#lib/store/storage/buckets.ts';
import { callEngine, engine } from './engine.ts';

const hour = 3_600_000;

/** Buckets that are measured at the same time. */
const concurrency = 24;

/**
 * How long measuring one bucket may take, in milliseconds, so that a whole round stays below a scheduled task's limit.
 */
const measureTimeout = 8_000;

/**
 * Once an hour, applies lifecycle rules and records what each bucket holds, for usage and billing. An hour that is
 * measured twice counts once. A bucket that cannot be measured within `within` milliseconds is skipped. The settings of
 * a bucket whose account the engine does not know are applied again by the buckets schedule.
 */
export async function measureBuckets(within = measureTimeout): Promise<{ next_at: string | null }> {
  if (!(objectEngine() && (await anyBucket()))) return { next_at: null };
  await callEngine((engine) => engine.applyLifecycles());
  await forEachDue(everyBucket(), (name) => measure(name, within), { concurrency });
  return { next_at: rfc3339(new Date((Math.floor(civilNow().getTime() / hour) + 1) * hour)) };
}

async function measure({ account_id, name }: BucketName, within: number): Promise<void> {
  const record = await getBucket(account_id, name);
  if (record?.status !== 'active') return;
  const now = civilNow();
  const measuring = callEngine((engine) => engine.usage(name, now, now));
  const late = () => new Error(`bucket ${name} could not be measured within ${within} ms`);
  const usage = await withTimeout(measuring, within, late);
  const { objects, sizeBytes: size_bytes } = usage;
  const at = `${rfc3339(now).slice(0, 13)}:00:00Z`;
  const stored_bytes = size_bytes + usage.versionsBytes + usage.multipartBytes;
  await transact([
    putStored(account_id, { bucket: name, at, stored_bytes, objects }),
    noteBucketUsage(record, { size_bytes, objects, measured_at: rfc3339(now) }),
    meteredStorage(account_id, name, stored_bytes, rfc3339(now)),
    ...ownerWork(record, usage),
  ]);
}

/** The work that tells the engine the account of a bucket, which engines of earlier versions do not know. */
function ownerWork({ account_id, name: bucket }: BucketRecord, { account }: BucketUsage): Write[] {
  if (!engine().capabilities.accountKeys || account === account_id) return [];
  const operation = newId('operation', civilNow());
  return [putBucketWork({ operation, kind: 'configure', account_id, bucket, due: realNow().getTime() })];
}
