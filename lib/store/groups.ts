import { ageIndex, keys } from './keys.ts';
import { all, get, type Item } from './read.ts';
import { listOf, setOf } from './sets.ts';
import { create, type Refusal, remove, Stale, update, type Write } from './write.ts';

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

type Belongings = 'members' | 'policies';

/** Gives a group a member or a policy that it does not have yet, up to so many; `full` where that is too many. */
export const addToGroup = (
  record: GroupRecord,
  belongings: Belongings,
  value: string,
  { limit, full, at }: { limit: number; full: () => Error; at: string },
): Write =>
  update(
    keys.group(record.account_id, record.name),
    { set: { updated_at: at }, add: { [belongings]: new Set([value]), version: 1 } },
    [
      ['id', '=', record.id],
      [belongings, 'lacks', value],
      [belongings, 'fewer than', limit],
    ],
    (old) => {
      const had = old?.id === record.id ? listOf(old[belongings]) : [];
      return had.length >= limit && !had.includes(value) ? full() : new Stale();
    },
  );

/** Takes a member or a policy from a group that has it. */
export const takeFromGroup = (record: GroupRecord, belongings: Belongings, value: string, at: string): Write =>
  update(
    keys.group(record.account_id, record.name),
    { set: { updated_at: at }, add: { version: 1 }, delete: { [belongings]: new Set([value]) } },
    [
      ['id', '=', record.id],
      [belongings, 'contains', value],
    ],
  );

/** Deletes a group that nobody changed since it was read. */
export const removeGroup = (record: GroupRecord): Write =>
  remove(keys.group(record.account_id, record.name), [
    ['id', '=', record.id],
    ['version', '=', record.version],
  ]);
