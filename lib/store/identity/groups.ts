import { ageIndex, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, get, type Item } from '#lib/store/platform/read.ts';
import { isFull, listOf, setOf } from '#lib/store/platform/sets.ts';
import { create, type Refusal, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';

export interface GroupRecord {
  /** `grp-…`. */
  id: string;
  account_id: string;
  /** As it was given; it is found, and unique, whatever its case. */
  name: string;
  description: string | null;
  /** Usernames; each user's own record names the group as well. */
  members: string[];
  /** Ids of attached policies; the IAM item has them as well, for requests. */
  policies: string[];
  created_at: string;
  updated_at: string;
  version: number;
}

/** An item of the table as the record that it is: its sets as lists. */
export function groupOf(item: Item): GroupRecord {
  const { pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...group } = item;
  return { ...(group as GroupRecord), members: listOf(item.members), policies: listOf(item.policies) };
}

/** The group of this name, in any case. */
export async function getGroup(account: string, name: string): Promise<GroupRecord | undefined> {
  const item = await get(keys.group(account, name));
  return item && groupOf(item);
}

/** The groups of these names (≤ 100), in any case and as many of them as there are. */
export async function getGroups(account: string, names: readonly string[]): Promise<GroupRecord[]> {
  if (names.length === 0) return [];
  const items = await batchGet(names.map((name) => keys.group(account, name)));
  return items.filter((item) => item !== undefined).map(groupOf);
}

/** Every group that a policy is attached to, by name. */
export async function groupsWithPolicy(account: string, policy: string): Promise<GroupRecord[]> {
  const groups: GroupRecord[] = [];
  const { pk } = keys.group(account, '');
  for await (const item of all({ pk, filter: [['policies', 'contains', policy]] })) groups.push(groupOf(item));
  return groups;
}

/** Stores a new group; `taken` is told who has the name. */
export const createGroup = (record: GroupRecord, taken: Refusal): Write =>
  create(
    {
      ...keys.group(record.account_id, record.name),
      ...ageIndex(record.account_id, 'group', record.id),
      ...record,
      members: setOf(record.members),
      policies: setOf(record.policies),
    },
    taken,
  );

const keyOf = ({ account_id, name }: GroupRecord) => keys.group(account_id, name);
const same = ({ id }: GroupRecord): Clause => ['id', '=', id];

/** Makes a user a member of a group that they are not one of. */
export const enterGroup = (record: GroupRecord, username: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { members: new Set([username]), version: 1 } }, [
    same(record),
    ['members', 'lacks', username],
  ]);

/** Attaches a policy to a group that does not have it, up to so many; `full` where that is too many. */
export const attachToGroup = (
  record: GroupRecord,
  policy: string,
  { limit, full, at }: { limit: number; full: () => Error; at: string },
): Write =>
  update(
    keyOf(record),
    { set: { updated_at: at }, add: { policies: new Set([policy]), version: 1 } },
    [same(record), ['policies', 'lacks', policy], ['policies', 'fewer than', limit]],
    (old) => (isFull(old, record, 'policies', { value: policy, limit }) ? full() : new Stale()),
  );

/** Ends memberships, of users (≥ 1) who all are members. */
export const leaveGroup = (record: GroupRecord, usernames: readonly string[], at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { members: new Set(usernames) } }, [
    same(record),
    ...usernames.map((username): Clause => ['members', 'contains', username]),
  ]);

/** Takes a policy from a group that has it. */
export const detachFromGroup = (record: GroupRecord, policy: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { policies: new Set([policy]) } }, [
    same(record),
    ['policies', 'contains', policy],
  ]);

/** Deletes a group that nobody changed since it was read. */
export const removeGroup = (record: GroupRecord): Write =>
  remove(keys.group(record.account_id, record.name), [
    ['id', '=', record.id],
    ['version', '=', record.version],
  ]);
