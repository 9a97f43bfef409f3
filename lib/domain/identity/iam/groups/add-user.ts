import { requireOrdinary } from '#lib/domain/identity/iam/operators.ts';
import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Membership } from '#lib/model/identity/group.ts';
import { userLimits } from '#lib/model/identity/iam-user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { enterGroup } from '#lib/store/identity/groups.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { addToUser } from '#lib/store/identity/iam-users.ts';
import { findGroup } from './resource.ts';

export interface MemberPath {
  name: string;
  username: string;
}

/**
 * Makes a user a member of a group. Also succeeds if the user is already a member. 404 for an unknown group or user,
 * 403 above the limit of groups for one user.
 */
export function addUserToGroup(context: Context, { name, username }: MemberPath): Promise<Membership> {
  return retryOnConflict(async () => {
    const [group, user] = await allInOrder([findGroup(context, name), findUser(context, username)]);
    const reply = { name, username, member: true };
    if (group.members.includes(username)) return context.commit({ writes: [], reply });
    await requireOrdinary(context.principal, group.policies);
    const at = rfc3339(context.now);
    const limit = userLimits.groups;
    const full = () => new ApiError('quota_exceeded', `user ${username} is in ${limit} of ${limit} groups`);
    return context.commit({
      writes: [
        addToUser(user, 'groups', name, { limit, full, at }),
        enterGroup(group, username, at),
        bumpIam(group.account_id),
      ],
      reply,
    });
  });
}
