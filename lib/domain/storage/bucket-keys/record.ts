import type { Context } from '#lib/domain/platform/context.ts';
import { atEngine } from '#lib/domain/storage/buckets/engine.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { newAccessKeyId, newSecretKey } from '#lib/model/identity/access-key.ts';
import { type BucketKeyRecord, bucketKeySecret, getBucketKey } from '#lib/store/storage/bucket-keys.ts';

type Wanted = Pick<BucketKeyRecord, 'name' | 'permission'> &
  Partial<Pick<BucketKeyRecord, 'prefix' | 'status' | 'expires_at' | 'hidden'>>;

/** A new key that the engine knows, and that is to be stored; with its secret, which is nowhere else in the clear. */
export async function newBucketKey(
  { principal, now }: { principal: Pick<Context['principal'], 'account_id' | 'account_generation'>; now: Date },
  bucket: string,
  { name, permission, prefix = null, status = 'active', expires_at = null, hidden = false }: Wanted,
): Promise<{ record: BucketKeyRecord; secret_key: string }> {
  const proposed = { accessKeyId: newAccessKeyId(), secretKey: newSecretKey() };
  const active = status === 'active';
  const { accessKeyId: access_key_id, secretKey: secret_key } = await atEngine((engine) =>
    engine.putKey({ ...proposed, bucket, permission, prefix, active }),
  );
  const { account_id, account_generation } = principal;
  const at = rfc3339(now);
  const record: BucketKeyRecord = {
    access_key_id,
    account_id,
    bucket,
    name,
    permission,
    prefix,
    status,
    secret: await secretBox.seal(secret_key, bucketKeySecret({ account_id, access_key_id })),
    hidden,
    account_generation,
    rotated: false,
    expires_at,
    last_used_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { record, secret_key };
}

/** Takes a key from the engine again where it was not stored. */
export async function withdrawn<T>({ bucket, access_key_id }: BucketKeyRecord, commit: () => Promise<T>): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    // What failed may be the answer alone: a key that stands in the table must go on working.
    const isStored = await getBucketKey(access_key_id).then(Boolean, () => true);
    if (!isStored) await atEngine((engine) => engine.deleteKey(bucket, access_key_id)).catch(() => undefined);
    throw error;
  }
}
