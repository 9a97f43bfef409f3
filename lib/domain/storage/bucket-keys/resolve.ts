import { type ResolvedAccountKey, resolveAccountKey } from '#lib/domain/storage/account-keys/resolve.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';
import { transact } from '#lib/store/platform/write.ts';
import {
  type BucketKeyRecord,
  bucketKeySecret,
  getBucketKeyNow,
  noteBucketKeyUse,
} from '#lib/store/storage/bucket-keys.ts';

/** The attributes of a key that an engine needs to authorise a request. */
export type ResolvedKey = Pick<BucketKeyRecord, 'bucket' | 'permission' | 'prefix' | 'status'> & { secret: string };

/** The accounts of recently used keys. A key's account never changes, so key and account can be read together. */
const owners = perGeneration(() => new Map<string, string>());
const capacity = 10_000;

/** How often the use of a key is recorded, in milliseconds. */
const throttle = 3_600_000;

/** Returns the current key of a bucket or of an IAM user, which signs S3 requests; undefined for any other. */
export const resolveObjectKey = async (accessKey: string): Promise<ResolvedKey | ResolvedAccountKey | undefined> =>
  (await resolveBucketKey(accessKey)) ?? resolveAccountKey(accessKey);

/**
 * Returns the current access key of a bucket, by one strong read, so that a revoked key is refused at the next request.
 * Undefined when it does not exist, has expired, or is of an earlier generation of its account. Records its use once an
 * hour.
 */
export async function resolveBucketKey(accessKey: string): Promise<ResolvedKey | undefined> {
  if (!/^[A-Za-z0-9]{16,128}$/.test(accessKey)) return undefined;
  const key = await getBucketKeyNow(accessKey, owners().get(accessKey));
  if (key) remember(key);
  const now = civilNow();
  if (!key || (key.expires_at !== null && key.expires_at <= rfc3339(now))) return undefined;
  const { bucket, permission, prefix, status } = key;
  if (status === 'active' && !key.hidden) noteUse(key, now);
  return { bucket, permission, prefix, status, secret: await secretBox.open(key.secret, bucketKeySecret(key)) };
}

function remember({ access_key_id, account_id }: BucketKeyRecord): void {
  const known = owners();
  known.set(access_key_id, account_id);
  if (known.size > capacity) known.delete(known.keys().next().value as string);
}

/** Records a key's use in the background. It may fail when another request has recorded it, or the key was deleted. */
function noteUse(key: BucketKeyRecord, now: Date): void {
  const since = now.getTime() - Date.parse(key.last_used_at ?? '');
  if (since >= 0 && since < throttle) return;
  transact([noteBucketKeyUse(key, rfc3339(now))]).catch(() => undefined);
}
