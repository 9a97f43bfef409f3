import type { Context } from '#lib/domain/platform/context.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { newAccessKeyId, newSecretKey } from '#lib/model/identity/access-key.ts';
import { type BucketKeyRecord, bucketKeySecret, getBucketKey } from '#lib/store/storage/bucket-keys.ts';

type KeyDraft = Pick<BucketKeyRecord, 'name' | 'permission'> &
  Partial<Pick<BucketKeyRecord, 'prefix' | 'status' | 'expires_at' | 'hidden'>>;

/** Makes a new key at the engine. The caller stores the record; the secret is returned in plain text only here. */
export async function newBucketKey(
  { principal, now }: { principal: Pick<Context['principal'], 'account_id' | 'account_generation'>; now: Date },
  bucket: string,
  { name, permission, prefix = null, status = 'active', expires_at = null, hidden = false }: KeyDraft,
): Promise<{ record: BucketKeyRecord; secret_key: string }> {
  const proposed = { accessKeyId: newAccessKeyId(), secretKey: newSecretKey() };
  const active = status === 'active';
  const { accessKeyId: access_key_id, secretKey: secret_key } = await callEngine((engine) =>
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

/** Commits a new key, and removes it from the engine when it was not stored. */
export async function withdrawUnlessStored<T>(
  { bucket, access_key_id }: BucketKeyRecord,
  commit: () => Promise<T>,
): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    // The commit may have succeeded although its reply was lost. A stored key must stay valid.
    const isStored = await getBucketKey(access_key_id).then(Boolean, () => true);
    if (!isStored) await callEngine((engine) => engine.deleteKey(bucket, access_key_id)).catch(() => undefined);
    throw error;
  }
}
