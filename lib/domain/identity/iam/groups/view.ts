import type { Group } from '#lib/model/identity/group.ts';
import type { GroupRecord } from '#lib/store/identity/groups.ts';

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
