import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { transact } from '#lib/store/platform/write.ts';
import {
  type BucketKeyRecord,
  bucketKeySecret,
  getBucketKeyNow,
  noteBucketKeyUse,
} from '#lib/store/storage/bucket-keys.ts';

/** What an engine must know of a key to judge a request. */
export type ResolvedKey = Pick<BucketKeyRecord, 'bucket' | 'permission' | 'prefix' | 'status'> & { secret: string };

/** Whose keys were asked for, so many of them: with that, account and key are one read. */
const owners = new Map<string, string>();
const capacity = 10_000;

/** Milliseconds for which one note stands for every use. */
const throttle = 3_600_000;

/**
 * A bucket's key as it is at this moment, by one strong read, so that what was revoked is refused at the next request;
 * undefined where there is none, where it has run out, or is of an earlier generation of its account. Notes its use, once an hour.
 */
export async function resolveBucketKey(accessKey: string): Promise<ResolvedKey | undefined> {
  if (!/^[A-Za-z0-9]{16,128}$/.test(accessKey)) return undefined;
  const key = await getBucketKeyNow(accessKey, owners.get(accessKey));
  if (key) remember(key);
  const now = civilNow();
  if (!key || (key.expires_at !== null && key.expires_at <= rfc3339(now))) return undefined;
  const { bucket, permission, prefix, status } = key;
  if (status === 'active' && !key.hidden) noteUse(key, now);
  return { bucket, permission, prefix, status, secret: await secretBox.open(key.secret, bucketKeySecret(key)) };
}

function remember({ access_key_id, account_id }: BucketKeyRecord): void {
  owners.set(access_key_id, account_id);
  if (owners.size > capacity) owners.delete(owners.keys().next().value as string);
}

/** Beside the request: another one may have noted its own, or the key be gone. */
function noteUse(key: BucketKeyRecord, now: Date): void {
  const since = now.getTime() - Date.parse(key.last_used_at ?? '');
  if (since >= 0 && since < throttle) return;
  transact([noteBucketKeyUse(key, rfc3339(now))]).catch(() => undefined);
}
