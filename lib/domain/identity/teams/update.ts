import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { TeamRole } from '#lib/model/identity/policy/managed.ts';
import type { Member } from '#lib/model/identity/team.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { changeRole } from '#lib/store/identity/members.ts';
import { mayGrant } from './grant.ts';
import { findMember, memberEvent, toMember } from './resource.ts';

/**
 * Changes a member's role from the member's next request on. 403 for the owner, and for a role that allows more than
 * the caller may do.
 */
export function updateMember(context: Context, { id, role }: { id: string; role: TeamRole }): Promise<Member> {
  return retryOnConflict(async () => {
    const record = await findMember(context, id);
    context.match(record.version);
    if (record.role === role) return context.show(toMember(record), record.version);
    await mayGrant(context.principal, role);
    const next = { ...record, role, updated_at: rfc3339(context.now), version: record.version + 1 };
    return context.commit({
      writes: [changeRole(record, role, next.updated_at), bumpIam(record.account_id)],
      announcements: [memberEvent('member_updated', toMember(next))],
      reply: toMember(next),
      version: next.version,
    });
  });
}
