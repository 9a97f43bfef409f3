import type { Context } from '#lib/domain/platform/context.ts';
import type { BucketSettings } from '#lib/drivers/objects/engine.ts';
import { region } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Bucket, CorsRule } from '#lib/model/storage/bucket.ts';
import { type LifecycleRule, unsetInRule } from '#lib/model/storage/bucket-lifecycle.ts';
import { type BucketRecord, getBucket } from '#lib/store/storage/buckets.ts';
import { engine } from './engine.ts';

/** What each status allows: a bucket whose creation or emptying failed can be deleted. */
const allowedIn: Partial<Record<Bucket['status'], Bucket['allowed_actions']>> = {
  active: ['update', 'delete'],
  failed: ['delete'],
};

/** A bucket as replies show it, with its last measured usage. */
export function toBucket(record: BucketRecord): Bucket {
  const { name, quota } = record;
  return {
    id: name,
    account_id: record.account_id,
    name,
    region,
    status: record.status,
    status_reason: record.status_reason,
    allowed_actions: allowedIn[record.status] ?? [],
    acl: record.acl,
    versioning: record.versioning,
    s3_url: `${engine().endpoint.url}/${name}`,
    quota,
    usage: record.usage,
    tags: record.tags,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** A bucket's settings in the engine's form. */
export function settingsOf(
  { account_id, acl, acl_set, versioning, quota, tags }: BucketRecord,
  cors: readonly CorsRule[],
  lifecycle: readonly LifecycleRule[],
): BucketSettings {
  return {
    account: account_id,
    acl,
    ...(acl_set !== undefined && { aclSet: acl_set }),
    versioning,
    quota: quota && { maxSizeBytes: quota.max_size_bytes, maxObjects: quota.max_objects },
    tags,
    cors: cors.map((rule) => ({
      ...(rule.id === null ? {} : { id: rule.id }),
      allowedOrigins: rule.allowed_origins,
      allowedMethods: rule.allowed_methods,
      allowedHeaders: rule.allowed_headers,
      exposeHeaders: rule.expose_headers,
      ...(rule.max_age_seconds === null ? {} : { maxAgeSeconds: rule.max_age_seconds }),
    })),
    lifecycle: lifecycle.map((rule) => ruleOf({ ...unsetInRule, ...rule })),
  };
}

const ruleOf = (rule: LifecycleRule): BucketSettings['lifecycle'][number] => ({
  id: rule.id,
  enabled: rule.enabled,
  prefix: rule.prefix,
  ...(rule.tags !== null && { tags: rule.tags }),
  ...(rule.larger_than !== null && { largerThan: rule.larger_than }),
  ...(rule.smaller_than !== null && { smallerThan: rule.smaller_than }),
  ...(rule.expire_days !== null && { expireDays: rule.expire_days }),
  ...(rule.expire_on !== null && { expireAt: Date.parse(rule.expire_on) }),
  ...(rule.expire_markers && { expireMarkers: true }),
  ...(rule.noncurrent_days !== null && { noncurrentDays: rule.noncurrent_days }),
  ...(rule.keep_noncurrent !== null && { keepNoncurrent: rule.keep_noncurrent }),
  ...(rule.abort_multipart_days !== null && { abortMultipartDays: rule.abort_multipart_days }),
});

/** Returns a bucket of the caller. Throws 404 when it does not exist or belongs to another account. */
export async function findBucket(context: Pick<Context, 'principal'>, name: string): Promise<BucketRecord> {
  const record = await getBucket(context.principal.account_id, name);
  if (!record) throw notFound('bucket', name);
  return record;
}

/**
 * Returns an active bucket of the caller. Throws 409 while it is being created or deleted, and after either has failed.
 */
export async function findActiveBucket(context: Pick<Context, 'principal'>, name: string): Promise<BucketRecord> {
  const record = await findBucket(context, name);
  refuseInactive(record);
  return record;
}

/** Throws 409 unless a bucket is active; the code says whether to try again soon. */
export function refuseInactive({ name, status, operation }: BucketRecord): void {
  if (status === 'active') return;
  const soon = operation?.kind === 'create' || operation?.kind === 'delete';
  const code = soon ? 'operation_in_progress' : 'wrong_state';
  throw new ApiError(code, `bucket ${name} is ${status} (must be active)`, soon ? { retryAfter: 1 } : {});
}

/** A bucket that is deleted, as the reply to its deletion. */
export interface DeletedBucket {
  name: string;
  deleted: true;
}

/** The bucket once no operation is in progress on it; undefined before that. */
export async function settledBucket(context: Context, { name }: Pick<Bucket, 'name'>): Promise<Bucket | undefined> {
  const record = await getBucket(context.principal.account_id, name);
  if (!record || record.status === 'creating' || record.status === 'deleting') return undefined;
  return context.show(toBucket(record), record.version);
}

/** The result of a deletion: nothing is left, or the bucket whose deletion failed; undefined before. */
export async function deletedBucket(
  context: Context,
  reply: Bucket | DeletedBucket,
): Promise<Bucket | DeletedBucket | undefined> {
  if ('deleted' in reply) return reply;
  const { name } = reply;
  const remains = await getBucket(context.principal.account_id, name);
  return remains ? settledBucket(context, reply) : { name, deleted: true };
}
