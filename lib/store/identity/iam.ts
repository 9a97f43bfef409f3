import { keys } from '#lib/store/keys.ts';
import type { Change } from '#lib/store/platform/expressions.ts';
import { get, type Item } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';

/** What every request knows of its account's IAM. */
export interface IamState {
  /** Raised by every transaction that changes who may do what. */
  version: number;
  /** The ids of the policies that each group grants its members, by the group's name in lower case. */
  grants: Readonly<Record<string, readonly string[]>>;
}

const prefix = 'group/';

/** A dot in an attribute's name would reach into a map; no group's name has a slash. */
const attributeOf = (group: string) => prefix + group.toLowerCase().replaceAll('.', '/');
const groupOf = (attribute: string) => attribute.slice(prefix.length).replaceAll('/', '.');

/** The IAM item as requests see it; an account that has none yet has changed nothing. */
export function iamStateOf(item: Item | undefined): IamState {
  const attributes = Object.entries(item ?? {}).filter(([name]) => name.startsWith(prefix));
  return {
    version: item?.version ?? 0,
    grants: Object.fromEntries(attributes.map(([name, ids]) => [groupOf(name), [...(ids as Set<string>)]])),
  };
}

export const getIamState = async (account: string): Promise<IamState> =>
  iamStateOf(await get(keys.iamVersion(account)));

const bump = (account: string, change: Change = {}): Write =>
  update(keys.iamVersion(account), { ...change, add: { ...change.add, version: 1 } });

/** Makes this transaction's change count from the next request on. */
export const bumpIam = (account: string): Write => bump(account);

/** The same, for one that lets a group grant a policy; a group's own record has its policies as well. */
export const bumpIamGranting = (account: string, group: string, policies: readonly string[]): Write =>
  bump(account, policies.length > 0 ? { add: { [attributeOf(group)]: new Set(policies) } } : {});

/** The same, for one that no longer lets it. */
export const bumpIamUngranting = (account: string, groups: readonly string[], policy: string): Write =>
  bump(
    account,
    groups.length > 0
      ? { delete: Object.fromEntries(groups.map((group) => [attributeOf(group), new Set([policy])])) }
      : {},
  );

/** The same, for one that removes a group. */
export const bumpIamRemoving = (account: string, group: string): Write =>
  bump(account, { remove: [attributeOf(group)] });
