import type { Stored } from '#lib/store/entity.ts';
import { ageIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, get, withoutKeys } from '#lib/store/platform/read.ts';
import { changing, create, type Refusal, remove, Stale, update, type Write } from '#lib/store/platform/write.ts';
import type { groupRecord, storedGroup } from './groups.entity.ts';
import { isFull, listOf, setOf } from './iam.ts';

export type GroupRecord = Stored<typeof groupRecord>;

/** The stored form: a set without values is absent. */
type StoredGroup = Stored<typeof storedGroup>;

/** The record of a stored item, with its sets as lists. */
export function groupOf(item: StoredGroup): GroupRecord {
  return { ...withoutKeys(item), members: listOf(item.members), policies: listOf(item.policies) };
}

/** The group of this name, regardless of case. */
export async function getGroup(account: string, name: string): Promise<GroupRecord | undefined> {
  const item = await get(keys.group(account, name));
  return item && groupOf(item);
}

/** The groups of these names (≤ 100), regardless of case; an absent group is left out. */
export async function getGroups(account: string, names: readonly string[]): Promise<GroupRecord[]> {
  if (names.length === 0) return [];
  const items = await batchGet(names.map((name) => keys.group(account, name)));
  return items.filter((item) => item !== undefined).map(groupOf);
}

/** Every group that a policy is attached to, in order of name. */
export async function groupsWithPolicy(account: string, policy: string): Promise<GroupRecord[]> {
  const groups: GroupRecord[] = [];
  const { pk } = keys.group(account, '');
  for await (const item of all({ pk, filter: [['policies', 'contains', policy]] })) groups.push(groupOf(item));
  return groups;
}

/** Stores a new group; `taken` gets the item that has the name. */
export const createGroup = (record: GroupRecord, taken: Refusal<StoredGroup>): Write =>
  changing(
    'iam_group',
    undefined,
    { ...record, resource_id: record.name },
    create(
      {
        ...keys.group(record.account_id, record.name),
        ...ageIndex(record.account_id, 'group', record.id),
        ...record,
        members: setOf(record.members),
        policies: setOf(record.policies),
      },
      taken,
    ),
  );

const keyOf = ({ account_id, name }: GroupRecord) => keys.group(account_id, name);
const same = ({ id }: GroupRecord): Clause<StoredGroup> => ['id', '=', id];

/** Condition: the group still grants the policies that it granted when it was read. */
const grants = ({ policies }: GroupRecord): Clause<StoredGroup>[] =>
  policies.length > 0 ? [['policies', '=', new Set(policies)]] : [['policies', 'absent']];

/**
 * Adds a member to a group that has not changed since it was read. Refused where the user is already a member, or the
 * group grants another policy.
 */
export const enterGroup = (record: GroupRecord, username: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { members: new Set([username]), version: 1 } }, [
    same(record),
    ['members', 'lacks', username],
    ...grants(record),
  ]);

/** Attaches a policy to a group that does not have it; throws `full` where the group has `limit` policies. */
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

/** Removes members (≥ 1) from a group. Refused where one is not a member. */
export const leaveGroup = (record: GroupRecord, usernames: readonly string[], at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { members: new Set(usernames) } }, [
    same(record),
    ...usernames.map((username): Clause<StoredGroup> => ['members', 'contains', username]),
  ]);

/** Detaches a policy from a group. Refused where it is not attached. */
export const detachFromGroup = (record: GroupRecord, policy: string, at: string): Write =>
  update(keyOf(record), { set: { updated_at: at }, add: { version: 1 }, delete: { policies: new Set([policy]) } }, [
    same(record),
    ['policies', 'contains', policy],
  ]);

/** Deletes a group. Refused where it changed since it was read. */
export const removeGroup = (record: GroupRecord): Write =>
  changing(
    'iam_group',
    { ...record, resource_id: record.name },
    undefined,
    remove(keys.group(record.account_id, record.name), [
      ['id', '=', record.id],
      ['version', '=', record.version],
    ]),
  );
