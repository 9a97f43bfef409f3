import { requireOrdinary } from '#lib/domain/identity/iam/operators.ts';
import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { EndedMembership } from '#lib/model/identity/group.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { leaveGroup } from '#lib/store/identity/groups.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { takeFromUser } from '#lib/store/identity/iam-users.ts';
import type { MemberPath } from './add-user.ts';
import { findGroup } from './resource.ts';

/** Ends a membership; 404 for an unknown group or user, and where the user is not a member. */
export function removeUserFromGroup(context: Context, { name, username }: MemberPath): Promise<EndedMembership> {
  return retryOnConflict(async () => {
    const [group, user] = await allInOrder([findGroup(context, name), findUser(context, username)]);
    if (!group.members.includes(username)) {
      throw new ApiError('not_found', `user ${username} is not a member of group ${name}`);
    }
    await requireOrdinary(context.principal, group.policies);
    const at = rfc3339(context.now);
    return context.commit({
      writes: [takeFromUser(user, 'groups', name, at), leaveGroup(group, [username], at), bumpIam(group.account_id)],
      reply: { name, username, member: false, deleted: true },
    });
  });
}
