import type { Stored } from '#lib/store/entity.ts';
import { ageIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { isOfGeneration } from '#lib/store/platform/generations.ts';
import { all, batchGet, get, withoutKeys } from '#lib/store/platform/read.ts';
import { changing, create, type Refusal, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';
import { isFull, listOf, setOf } from './iam.ts';
import type { iamUserRecord, storedUser } from './iam-users.entity.ts';

export type IamUserRecord = Stored<typeof iamUserRecord>;

/** The sets of a user that have a limit. */
export type Belongings = 'policies' | 'groups' | 'access_key_ids';

/** The stored form: a set without values is absent. */
type StoredUser = Stored<typeof storedUser>;

/** The record of a stored item, with its sets as lists. */
function iamUserOf(item: StoredUser): IamUserRecord {
  return {
    ...withoutKeys(item),
    policies: listOf(item.policies),
    groups: listOf(item.groups),
    access_key_ids: listOf(item.access_key_ids),
  };
}

/** A user in the current generation of the account: without the password and one-time codes of an earlier one. */
export function iamUserNow(item: StoredUser, generation: number): IamUserRecord {
  const user = iamUserOf(item);
  if (isOfGeneration(user, generation)) return user;
  return { ...user, password_hash: null, password_reset_required: false, mfa_enabled: false };
}

/** The IAM user of this name, regardless of case, in the current generation of the account. */
export async function getIamUser(
  account: string,
  username: string,
  generation: number,
): Promise<IamUserRecord | undefined> {
  const item = await get(keys.iamUser(account, username));
  return item && iamUserNow(item, generation);
}

/** The IAM users of these names (≤ 100), regardless of case; an absent user is left out. */
export async function getIamUsers(account: string, usernames: readonly string[]): Promise<IamUserRecord[]> {
  if (usernames.length === 0) return [];
  const items = await batchGet(usernames.map((username) => keys.iamUser(account, username)));
  return items.filter((item) => item !== undefined).map(iamUserOf);
}

/** Every user that a policy is attached to, in order of name. */
export async function usersWithPolicy(account: string, policy: string): Promise<IamUserRecord[]> {
  const users: IamUserRecord[] = [];
  const { pk } = keys.iamUser(account, '');
  for await (const item of all({ pk, filter: [['policies', 'contains', policy]] })) users.push(iamUserOf(item));
  return users;
}

/** Stores a new user; `taken` gets the item that has the name. */
export const createIamUser = (record: IamUserRecord, taken: Refusal<StoredUser>): Write =>
  changing(
    'iam_user',
    undefined,
    { ...record, resource_id: record.username },
    create(
      {
        ...keys.iamUser(record.account_id, record.username),
        ...ageIndex(record.account_id, 'iam-user', record.id),
        ...record,
        policies: setOf(record.policies),
        groups: setOf(record.groups),
        access_key_ids: setOf(record.access_key_ids),
      },
      taken,
    ),
  );

type Changeable = Omit<IamUserRecord, 'id' | 'account_id' | 'username' | Belongings | 'created_at' | 'version'>;

const same = ({ id }: IamUserRecord): Clause<StoredUser> => ['id', '=', id];
const unchanged = ({ version }: IamUserRecord): Clause<StoredUser> => ['version', '=', version];
const keyOf = ({ account_id, username }: IamUserRecord) => keys.iamUser(account_id, username);

/** Changes a user. Refused where the user changed since it was read. */
export const changeIamUser = (record: IamUserRecord, change: Partial<Changeable>): Write =>
  update(keyOf(record), { set: { ...change, version: record.version + 1 } }, [same(record), unchanged(record)]);

/** Records a login with the checked password. It leaves the version unchanged, since it changes nothing else. */
export const noteIamLogin = (
  record: IamUserRecord,
  seen: Partial<Pick<IamUserRecord, 'last_login_at' | 'password_hash'>>,
): Write => update(keyOf(record), { set: seen }, [same(record), ['password_hash', '=', record.password_hash]]);

/** Adds a value to a set of the user that lacks it; throws `full` where the set has `limit` values. */
export const addToUser = (
  record: IamUserRecord,
  belongings: Belongings,
  value: string,
  { limit, full, at }: { limit: number; full: () => Error; at: string },
): Write =>
  update(
    keyOf(record),
    { set: { updated_at: at }, add: { [belongings]: new Set([value]), version: 1 } },
    [same(record), [belongings, 'lacks', value], [belongings, 'fewer than', limit]],
    (old) => (isFull(old, record, belongings, { value, limit }) ? full() : new Stale()),
  );

/** Removes a value from a set of the user. Refused where the set lacks it. */
export const takeFromUser = (record: IamUserRecord, belongings: Belongings, value: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { [belongings]: new Set([value]) } }, [
    same(record),
    [belongings, 'contains', value],
  ]);

/** Removes one-time codes of an earlier generation from a user whose password is set in the current one. */
export const forgetIamMfa = ({ id }: IamUserRecord): Write => remove(keys.mfa(id));

/** Deletes a user with its one-time codes. Refused where the user changed since it was read. */
export const removeIamUser = (record: IamUserRecord): Write[] => [
  changing(
    'iam_user',
    { ...record, resource_id: record.username },
    undefined,
    remove(keyOf(record), [same(record), unchanged(record)]),
  ),
  remove(keys.mfa(record.id)),
];
