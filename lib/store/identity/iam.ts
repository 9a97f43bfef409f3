import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Change } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { iamRecord } from './iam.entity.ts';

/** The part of an account's IAM that every request reads. */
export interface IamState {
  /** Raised by every transaction that changes a permission. */
  version: number;
  /** The ids of the policies that each group grants its members, by the group's name in lower case. */
  grants: Readonly<Record<string, readonly string[]>>;
}

/** The IAM item. The policies that each group grants have their own attribute. */
type IamRecord = Stored<typeof iamRecord>;

const prefix = 'group/';

/** A dot in an attribute's name would address a map entry. A group's name has no slash. */
const attributeOf = (group: string) => `${prefix}${group.toLowerCase().replaceAll('.', '/')}` as const;
const groupOf = (attribute: string) => attribute.slice(prefix.length).replaceAll('/', '.');

/** The IAM item as authentication uses it. Without the item the account has made no changes yet. */
export function iamStateOf(item: IamRecord | undefined): IamState {
  const granted = Object.entries<unknown>(item ?? {}).flatMap(([name, ids]) =>
    name.startsWith(prefix) && ids instanceof Set ? [[groupOf(name), [...ids]] as const] : [],
  );
  return { version: item?.version ?? 0, grants: Object.fromEntries(granted) };
}

export const getIamState = async (account: string): Promise<IamState> =>
  iamStateOf(await get(keys.iamVersion(account)));

const bump = (account: string, change: Change<IamRecord> = {}): Write =>
  update(keys.iamVersion(account), { ...change, add: { ...change.add, version: 1 } });

/** Raises the IAM version, so that the transaction's change applies from the next request on. */
export const bumpIam = (account: string): Write => bump(account);

/** Raises the IAM version, and stores the policies that a group grants. The group's record has them too. */
export const bumpIamGranting = (account: string, group: string, policies: readonly string[]): Write =>
  bump(account, policies.length > 0 ? { add: { [attributeOf(group)]: new Set(policies) } } : {});

/** Raises the IAM version, and removes the policy from what these groups grant. */
export const bumpIamUngranting = (account: string, groups: readonly string[], policy: string): Write =>
  bump(
    account,
    groups.length > 0
      ? { delete: Object.fromEntries(groups.map((group) => [attributeOf(group), new Set([policy])])) }
      : {},
  );

/** Raises the IAM version, and removes a group. */
export const bumpIamRemoving = (account: string, group: string): Write =>
  bump(account, { remove: [attributeOf(group)] });

/** Set attributes, absent where they have no values. */
export type Sets<A extends string> = { [attribute in A]?: Set<string> | undefined };

/** A set for DynamoDB, which does not store empty sets. */
export const setOf = (values: readonly string[]): Set<string> | undefined =>
  values.length > 0 ? new Set(values) : undefined;

/** The sorted values of a set; none where the set is absent. */
export const listOf = (set: ReadonlySet<string> | undefined): string[] => [...(set ?? [])].sort();

/** Whether a set of the item is full and lacks the value. The item must have the record's id. */
export function isFull<A extends string>(
  old: ({ id: string } & Sets<A>) | undefined,
  { id }: { id: string },
  attribute: A,
  { value, limit }: { value: string; limit: number },
): boolean {
  const had = old?.id === id ? listOf(old[attribute]) : [];
  return had.length >= limit && !had.includes(value);
}
