import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { AccessKey } from '#lib/model/identity/access-key.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type AccessKeyRecord, getAccessKey, keyNow, noteUse } from '#lib/store/identity/access-keys.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';

/** An access key as replies show it, without its secret. */
export function toAccessKey(record: AccessKeyRecord): AccessKey {
  return {
    id: record.access_key_id,
    account_id: record.account_id,
    access_key_id: record.access_key_id,
    username: record.username,
    description: record.description,
    status: record.status,
    last_used_at: record.last_used_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** An access key of a user of the caller's account. */
export interface KeyPath {
  username: string;
  id: string;
}

/** The access key of this user; 404 where it is absent, or belongs to another user or account. */
export async function findAccessKey({ principal }: Context, { username, id }: KeyPath): Promise<AccessKeyRecord> {
  const record = await getAccessKey(id);
  if (record?.account_id !== principal.account_id || record.username !== username) throw notFound('access key', id);
  return keyNow(record, principal.account_generation);
}

/** After a recorded use, later uses are not recorded for this time, in milliseconds. */
const throttle = 3_600_000;

/**
 * Records the use of a key, at most once an hour. Never refuses: a concurrent record or a deleted key is not an error.
 */
export async function noteKeyUse(key: AccessKeyRecord, now: Date): Promise<void> {
  const since = now.getTime() - Date.parse(key.last_used_at ?? '');
  if (since >= 0 && since < throttle) return;
  // Stale where another request has recorded its use, or the key was deleted.
  await unlessStale(transact([noteUse(key, rfc3339(now))]));
}
