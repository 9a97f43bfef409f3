import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { type BucketKey, keyGrants } from '#lib/model/storage/bucket-key.ts';
import { changing } from '#lib/store/platform/write.ts';
import { type BucketKeyRecord, bucketKeySecret, changeBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { findBucketKey, type KeyPath, keySubject, toBucketKey } from './resource.ts';

interface UpdateInput extends KeyPath {
  name: string;
  label?: string | undefined;
  permission?: BucketKeyRecord['permission'] | undefined;
  status?: BucketKeyRecord['status'] | undefined;
}

/** Changes a key's name, permission or status, from the next S3 request on. Refuses with 412 for a stale If-Match. */
export function updateBucketKey(context: Context, { label, ...input }: UpdateInput): Promise<BucketKey> {
  return retryOnConflict(async () => {
    const { key } = await findBucketKey(context, input);
    context.match(key.version);
    const { permission = key.permission, status = key.status } = input;
    const change = { name: label ?? key.name, permission, status, updated_at: rfc3339(context.now) };
    const next = { ...key, ...change, version: key.version + 1 };
    const opens = status === 'active' && (input.permission ?? input.status) !== undefined;
    if (opens) await context.refuseDenied(keyGrants(key.bucket, next));
    await context.claimed();
    await updateAtEngine(next);
    return context.commit({
      writes: [changing('bucket_key', keySubject(key), keySubject(next), changeBucketKey(key, change))],
      reply: toBucketKey(next),
      version: next.version,
    });
  });
}

async function updateAtEngine(key: BucketKeyRecord): Promise<void> {
  const { access_key_id: accessKeyId, bucket, permission, prefix, status } = key;
  const secretKey = await secretBox.open(key.secret, bucketKeySecret(key));
  const active = status === 'active';
  await callEngine((engine) => engine.putKey({ accessKeyId, secretKey, bucket, permission, prefix, active }));
}
