import type { Stored } from '#lib/store/entity.ts';
import { type AccountRecord, getAccount } from '#lib/store/identity/accounts.ts';
import { bucketKeyIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { batchGet, due, firstOfIndex, get } from '#lib/store/platform/read.ts';
import { create, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { bucketKeyRecord } from './bucket-keys.entity.ts';

export type BucketKeyRecord = Stored<typeof bucketKeyRecord>;

/** The context that a key's secret is encrypted for. */
export const bucketKeySecret = ({ account_id, access_key_id }: Pick<BucketKeyRecord, 'account_id' | 'access_key_id'>) =>
  `bucket-key:${account_id}:${access_key_id}`;

/** The index attributes by which expired keys are found. */
const expiry = (expires_at: string | null) =>
  expires_at === null ? {} : { gsi1pk: bucketKeyIndex, gsi1sk: expires_at };

/** A key of any account, by one strong read. */
export const getBucketKey = (accessKey: string) => get(keys.bucketKey(accessKey));

/**
 * A key of the current generation of its account, which must not be blocked, by its id alone. One strong read where the
 * owner, which never changes, is known, and two otherwise.
 */
export async function getBucketKeyNow(accessKey: string, owner?: string): Promise<BucketKeyRecord | undefined> {
  const [key, account] = owner === undefined ? await readKeyFirst(accessKey) : await readWithAccount(accessKey, owner);
  const isUsable = key && account?.status !== 'blocked' && isOfGeneration(key, generationOf(account));
  return isUsable ? key : undefined;
}

type KeyAndAccount = [BucketKeyRecord | undefined, AccountRecord | undefined];

async function readKeyFirst(accessKey: string): Promise<KeyAndAccount> {
  const key = await getBucketKey(accessKey);
  return [key, key && (await getAccount(key.account_id))];
}

const readWithAccount = (accessKey: string, owner: string): Promise<KeyAndAccount> =>
  batchGet([keys.bucketKey(accessKey), keys.account(owner)]);

/** The existing keys of these ids (≤ 100), in their order. */
export async function getBucketKeys(accessKeys: readonly string[]): Promise<BucketKeyRecord[]> {
  if (accessKeys.length === 0) return [];
  const found = await batchGet(accessKeys.map(keys.bucketKey));
  return found.filter((key) => key !== undefined);
}

export const putBucketKey = (record: BucketKeyRecord): Write =>
  create({ ...keys.bucketKey(record.access_key_id), ...expiry(record.expires_at), ...record });

/** Changes a key. Stale when it has changed since it was read. */
export const changeBucketKey = (
  record: BucketKeyRecord,
  change: Partial<Pick<BucketKeyRecord, 'name' | 'permission' | 'status' | 'expires_at' | 'rotated' | 'updated_at'>>,
): Write =>
  update(
    keys.bucketKey(record.access_key_id),
    { set: { ...change, ...expiry(change.expires_at ?? null), version: record.version + 1 } },
    [['version', '=', record.version]],
  );

/** Records a key's use. Stale when another use was recorded since the key was read. */
export const noteBucketKeyUse = ({ access_key_id, last_used_at }: BucketKeyRecord, at: string): Write =>
  update(keys.bucketKey(access_key_id), { set: { last_used_at: at } }, [
    ['pk', 'exists'],
    ['last_used_at', '=', last_used_at],
  ]);

export const removeBucketKey = (accessKey: string): Write => remove(keys.bucketKey(accessKey));

/** Keys that have expired by this moment (RFC 3339). */
export const expiredBucketKeys = (now: string) => due(bucketKeyIndex, now);

/** When the next key expires (RFC 3339), or null. */
export async function nextBucketKeyExpiry(): Promise<string | null> {
  return (await firstOfIndex(bucketKeyIndex))?.expires_at ?? null;
}
