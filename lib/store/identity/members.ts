import type { Role } from '#lib/model/platform/principal.ts';
import type { Stored } from '#lib/store/entity.ts';
import { memberIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { get, manyOf, queryAll } from '#lib/store/platform/read.ts';
import { create, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { memberRecord } from './members.entity.ts';

/** A user who acts in an account by a role: its owner, or a user who accepted an invite. */
export type MemberRecord = Stored<typeof memberRecord>;

const keyOf = ({ account_id, user_id }: MemberRecord) => keys.member(account_id, user_id);

export const getMember = (account: string, user: string) => get(keys.member(account, user));

/** Every member of an account, including the owner. There are few, so they are read at once. */
export const membersOf = (account: string) => queryAll({ pk: keys.member(account, '').pk });

/**
 * The memberships of a user in other accounts, each as it is now. They are found by an index, which may not show a new
 * one for a moment, but for the one in the account `known`.
 */
export async function membershipsOf(user: string, known: readonly string[] = []): Promise<MemberRecord[]> {
  const found = await queryAll({ pk: memberIndex(user, '').gsi1pk, index: 'gsi1' });
  const accounts = [...new Set([...found.map(({ account_id }) => account_id), ...known])];
  const members = await manyOf(accounts.map((account) => keys.member(account, user)));
  return members.filter((member) => member !== undefined);
}

/**
 * Stores a membership; `already` gets the existing one. The owner's membership is not in the index of joined accounts.
 */
export const createMember = (record: MemberRecord, already?: Refusal<MemberRecord>): Write =>
  create(
    {
      ...keyOf(record),
      ...(record.role === 'owner' ? {} : memberIndex(record.user_id, record.account_id)),
      ...record,
    },
    already,
  );

/**
 * Changes a member's role, effective from the member's next request. Refused where the member has changed since it was
 * read.
 */
export const changeRole = (record: MemberRecord, role: Role, updated_at: string): Write =>
  update(keyOf(record), { set: { role, updated_at, version: record.version + 1 } }, unchanged(record));

/** Deletes a membership, which ends its sessions. */
export const removeMember = (record: MemberRecord): Write => remove(keyOf(record), unchanged(record));

const unchanged = ({ id, version }: MemberRecord) => [['id', '=', id] as const, ['version', '=', version] as const];
