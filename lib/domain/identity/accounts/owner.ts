import { getAccount, getUser, type UserRecord } from '#lib/store/identity/accounts.ts';

/** The current owner of an account; undefined for an account that does not exist. */
export async function accountOwner(account: string): Promise<UserRecord | undefined> {
  const record = await getAccount(account);
  return record && getUser(record.owner_id);
}
