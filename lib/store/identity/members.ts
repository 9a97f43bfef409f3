import type { Role } from '#lib/model/platform/principal.ts';
import { keys, memberIndex } from '#lib/store/keys.ts';
import { few, get } from '#lib/store/platform/read.ts';
import { create, type Refusal, remove, update, type Write } from '#lib/store/platform/write.ts';

/** Somebody who acts in an account as a role allows: its owner, and who accepted an invite to it. */
export interface MemberRecord {
  /** `mbr-…`: whoever leaves and comes back has another. */
  id: string;
  account_id: string;
  user_id: string;
  email: string;
  name: string | null;
  role: Role;
  /** The account's when they were invited: a membership of an earlier one lets nobody in. */
  account_generation?: number;
  /** When they joined. */
  created_at: string;
  updated_at: string;
  version: number;
}

const keyOf = ({ account_id, user_id }: MemberRecord) => keys.member(account_id, user_id);

export const getMember = (account: string, user: string) => get<MemberRecord>(keys.member(account, user));

/** Every member of an account, the owner among them; few, so that they are read at once. */
export const membersOf = (account: string) => few<MemberRecord>({ pk: keys.member(account, '').pk });

/** What a user is a member of besides their own account; through an index, which may be a moment behind. */
export const membershipsOf = (user: string) => few<MemberRecord>({ pk: memberIndex(user, '').gsi1pk, index: 'gsi1' });

/** Makes somebody a member; `already` is told the membership that they have. The owner's is not among what they joined. */
export const createMember = (record: MemberRecord, already?: Refusal): Write =>
  create(
    {
      ...keyOf(record),
      ...(record.role === 'owner' ? {} : memberIndex(record.user_id, record.account_id)),
      ...record,
    },
    already,
  );

/** Gives a member whom nobody changed since they were read another role, from their next request on. */
export const changeRole = (record: MemberRecord, role: Role, updated_at: string): Write =>
  update(keyOf(record), { set: { role, updated_at, version: record.version + 1 } }, unchanged(record));

/** Ends a membership, and with it every session under it. */
export const removeMember = (record: MemberRecord): Write => remove(keyOf(record), unchanged(record));

const unchanged = ({ id, version }: MemberRecord) => [['id', '=', id] as const, ['version', '=', version] as const];
