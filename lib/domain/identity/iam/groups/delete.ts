import { attachment } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { each, type Rehearsal } from '#lib/model/platform/dry-run.ts';
import { type GroupRecord, leaveGroup, removeGroup } from '#lib/store/identity/groups.ts';
import { bumpIam, bumpIamRemoving } from '#lib/store/identity/iam.ts';
import { getIamUsers, takeFromUser } from '#lib/store/identity/iam-users.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact } from '#lib/store/platform/write.ts';
import { findGroup } from './resource.ts';

/** The number of memberships that one transaction ends, in addition to its other writes. */
const batchSize = 60;

/** Deletes a group with its memberships and attachments. The users stay and lose what the group granted them. */
export function deleteGroup(context: Context, { name }: { name: string }): Promise<{ name: string; deleted: true }> {
  return retryOnConflict(async () => {
    const found = await findGroup(context, name);
    context.match(found.version);
    await context.refuseDenied([
      ...found.members.map((id) => ({ kind: 'user' as const, id })),
      ...found.policies.map((id) => ({ kind: 'policy' as const, id })),
    ]);
    const at = rfc3339(context.now);
    const rehearsal = {
      would: `delete group ${name}`,
      cascade: [
        ...each('user', found.members, 'removed from the group'),
        ...each('policy', found.policies, 'detached'),
      ],
    };
    const record = await removeSurplusMembers(context, found, { at, rehearsal });
    const { account_id } = record;
    const members = await getIamUsers(account_id, record.members);
    return context.commit({
      writes: [
        ...members.map((user) => takeFromUser(user, 'groups', name, at)),
        ...record.policies.map((id) => attachment(context.principal, id, -1)),
        removeGroup(record),
        returnQuota(account_id, 'groups'),
        bumpIamRemoving(account_id, name),
      ],
      reply: { name, deleted: true as const },
      rehearsal,
    });
  });
}

/**
 * Ends memberships until the rest fits into one transaction, and returns the resulting group. A crash in between leaves
 * a smaller group.
 */
async function removeSurplusMembers(
  context: Context,
  group: GroupRecord,
  { at, rehearsal }: { at: string; rehearsal: Rehearsal },
): Promise<GroupRecord> {
  if (group.members.length <= batchSize) return group;
  await context.claimed({ rehearsal });
  const { account_id, name } = group;
  const leaving = await getIamUsers(account_id, group.members.slice(0, batchSize));
  await transact([
    ...leaving.map((user) => takeFromUser(user, 'groups', name, at)),
    leaveGroup(
      group,
      leaving.map(({ username }) => username),
      at,
    ),
    bumpIam(account_id),
  ]);
  return removeSurplusMembers(context, await findGroup(context, name), { at, rehearsal });
}
