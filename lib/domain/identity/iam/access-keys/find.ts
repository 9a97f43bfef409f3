import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type AccessKeyRecord, getAccessKey, keyNow } from '#lib/store/identity/access-keys.ts';

/** Whose key is meant: of a user of the caller's account. */
export interface KeyPath {
  username: string;
  id: string;
}

/** A user's access key; 404 where it is absent, another user's or another account's. */
export async function findAccessKey({ principal }: Context, { username, id }: KeyPath): Promise<AccessKeyRecord> {
  const record = await getAccessKey(id);
  if (record?.account_id !== principal.account_id || record.username !== username) throw notFound('access key', id);
  return keyNow(record, principal.account_generation);
}
