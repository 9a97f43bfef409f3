import { ageIndex, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { isOfGeneration } from '#lib/store/platform/generations.ts';
import { all, batchGet, get, type Item } from '#lib/store/platform/read.ts';
import { isFull, listOf, setOf } from '#lib/store/platform/sets.ts';
import { create, type Refusal, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';

export interface IamUserRecord {
  /** `usr-…`: the `sub` of their tokens; who is made anew under an old name is somebody else. */
  id: string;
  account_id: string;
  /** As it was given; it is found, and unique, whatever its case. */
  username: string;
  description: string | null;
  tags: Record<string, string>;
  /** Null where the console is closed to them. */
  password_hash: string | null;
  /** Hashes of earlier passwords, the newest first, at most 24. */
  password_history: string[];
  /** RFC 3339; null as long as there has never been a password. */
  password_changed_at: string | null;
  password_reset_required: boolean;
  mfa_enabled: boolean;
  /** Sessions of an earlier generation no longer count. */
  generation: number;
  /** The account's when the password was last set or taken: password and one-time codes of an earlier one no longer count. */
  account_generation?: number;
  last_login_at: string | null;
  /** Ids of the policies attached to themselves, names of their groups, ids of their access keys; each in order. */
  policies: string[];
  groups: string[];
  access_key_ids: string[];
  created_at: string;
  updated_at: string;
  version: number;
}

/** An item of the table as the record that it is: its sets as lists. */
function iamUserOf(item: Item): IamUserRecord {
  const { pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...user } = item;
  return {
    ...(user as IamUserRecord),
    policies: listOf(item.policies),
    groups: listOf(item.groups),
    access_key_ids: listOf(item.access_key_ids),
  };
}

/** The same as it counts in this generation of its account: without the password and the codes of an earlier one. */
export function iamUserNow(item: Item, generation: number): IamUserRecord {
  const user = iamUserOf(item);
  if (isOfGeneration(user, generation)) return user;
  return { ...user, password_hash: null, password_reset_required: false, mfa_enabled: false };
}

/** The IAM user of this name, in any case, in this generation of the account. */
export async function getIamUser(
  account: string,
  username: string,
  generation: number,
): Promise<IamUserRecord | undefined> {
  const item = await get(keys.iamUser(account, username));
  return item && iamUserNow(item, generation);
}

/** The IAM users of these names (≤ 100), in any case and as many of them as there are. */
export async function getIamUsers(account: string, usernames: readonly string[]): Promise<IamUserRecord[]> {
  if (usernames.length === 0) return [];
  const items = await batchGet(usernames.map((username) => keys.iamUser(account, username)));
  return items.filter((item) => item !== undefined).map(iamUserOf);
}

/** Every user that a policy is attached to, by name. */
export async function usersWithPolicy(account: string, policy: string): Promise<IamUserRecord[]> {
  const users: IamUserRecord[] = [];
  const { pk } = keys.iamUser(account, '');
  for await (const item of all({ pk, filter: [['policies', 'contains', policy]] })) users.push(iamUserOf(item));
  return users;
}

/** Stores a new user; `taken` is told who has the name. */
export const createIamUser = (record: IamUserRecord, taken: Refusal): Write =>
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
  );

type Changeable = Omit<
  IamUserRecord,
  'id' | 'account_id' | 'username' | 'policies' | 'groups' | 'access_key_ids' | 'created_at' | 'version'
>;

const same = ({ id }: IamUserRecord): Clause => ['id', '=', id];
const unchanged = ({ version }: IamUserRecord): Clause => ['version', '=', version];
const keyOf = ({ account_id, username }: IamUserRecord) => keys.iamUser(account_id, username);

/** Changes a user whom nobody changed since they were read. */
export const changeIamUser = (record: IamUserRecord, change: Partial<Changeable>): Write =>
  update(keyOf(record), { set: { ...change, version: record.version + 1 } }, [same(record), unchanged(record)]);

/** Notes a login with the password that was checked; nothing that others read together with the version. */
export const noteIamLogin = (
  record: IamUserRecord,
  seen: Partial<Pick<IamUserRecord, 'last_login_at' | 'password_hash'>>,
): Write => update(keyOf(record), { set: seen }, [same(record), ['password_hash', '=', record.password_hash]]);

/** What a user has a bounded number of. */
export type Belongings = 'policies' | 'groups' | 'access_key_ids';

/** Gives a user one more of something they do not have yet, up to so many; `full` where that is too many. */
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

/** Takes something from a user who has it. */
export const takeFromUser = (record: IamUserRecord, belongings: Belongings, value: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { [belongings]: new Set([value]) } }, [
    same(record),
    [belongings, 'contains', value],
  ]);

/** Takes the one-time codes of an earlier generation from a user whose password is set in this one. */
export const forgetIamMfa = ({ id }: IamUserRecord): Write => remove(keys.mfa(id));

/** Deletes a user whom nobody changed since they were read, with their one-time codes. */
export const removeIamUser = (record: IamUserRecord): Write[] => [
  remove(keyOf(record), [same(record), unchanged(record)]),
  remove(keys.mfa(record.id)),
];
