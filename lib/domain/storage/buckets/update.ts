import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { EngineCapabilities } from '#lib/drivers/objects/engine.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Bucket } from '#lib/model/storage/bucket.ts';
import { type BucketRecord, changeBucket } from '#lib/store/storage/buckets.ts';
import { commitSettings } from './apply.ts';
import { engine } from './engine.ts';
import { findActiveBucket, toBucket } from './resource.ts';

interface UpdateInput {
  name: string;
  versioning?: 'enabled' | 'suspended' | undefined;
  acl?: BucketRecord['acl'] | undefined;
  quota?: BucketRecord['quota'] | undefined;
  tags?: Record<string, string> | undefined;
}

/**
 * Changes a bucket's settings, which are in effect when the call returns. A null quota removes the limit. Refuses with
 * 409 unless the bucket is active, and with 412 for a stale If-Match.
 */
export function updateBucket(context: Context, { name, ...input }: UpdateInput): Promise<Bucket> {
  return retryOnConflict(async () => {
    const record = await findActiveBucket(context, name);
    context.match(record.version);
    refuseIncapable(input);
    const { versioning = record.versioning, acl = record.acl, quota = record.quota, tags = record.tags } = input;
    const version = record.version + 1;
    const change = {
      ...{ versioning, acl, quota, tags },
      // Set even if the ACL stays the same: grants made through S3's own ACL calls then end.
      ...(input.acl && { acl_set: version }),
      updated_at: rfc3339(context.now),
    };
    const next = { ...record, ...change, version };
    return commitSettings(context, record, { writes: [changeBucket(record, change)], reply: toBucket(next) });
  });
}

const capabilityOf: Record<string, keyof EngineCapabilities> = {
  versioning: 'versioning',
  acl: 'publicRead',
  quota: 'quota',
};

/** Throws 409 for a setting that the engine does not support. */
export function refuseIncapable(input: { versioning?: unknown; acl?: unknown; quota?: unknown }): void {
  const { capabilities } = engine();
  for (const [field, capability] of Object.entries(capabilityOf)) {
    const value = input[field as keyof typeof input];
    const isUsed = value !== undefined && value !== null && value !== 'private' && value !== 'disabled';
    if (!isUsed || capabilities[capability]) continue;
    throw new ApiError('wrong_state', `${field}: the object engine of this deployment does not support ${capability}`);
  }
}
