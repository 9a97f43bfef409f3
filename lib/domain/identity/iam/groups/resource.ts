import type { Context } from '#lib/domain/platform/context.ts';
import type { Group } from '#lib/model/identity/group.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type GroupRecord, getGroup } from '#lib/store/identity/groups.ts';

/** A group as replies show it. */
export function toGroup(record: GroupRecord): Group {
  return {
    id: record.name,
    account_id: record.account_id,
    name: record.name,
    description: record.description,
    members: record.members,
    policies: record.policies,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The account's group of exactly this name; 404 where there is none. Here names that differ in case are different. */
export async function findGroup(context: Context, name: string): Promise<GroupRecord> {
  const record = await getGroup(context.principal.account_id, name);
  if (record?.name !== name) throw notFound('group', name);
  return record;
}
