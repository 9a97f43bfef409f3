import { attachment } from '#lib/domain/identity/iam/operators.ts';
import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { takeFromUser } from '#lib/store/identity/iam-users.ts';
import { notAttachedToUser, type UserDetachment, type UserPolicyPath } from './resource.ts';

/** Detaches a policy from a user from the next request on; 404 where it is not attached. */
export function detachUserPolicy(context: Context, path: UserPolicyPath): Promise<UserDetachment> {
  const { username, policy_id } = path;
  return retryOnConflict(async () => {
    const user = await findUser(context, username);
    if (!user.policies.includes(policy_id)) throw notAttachedToUser(path);
    return context.commit({
      writes: [
        attachment(context.principal, policy_id, -1),
        takeFromUser(user, 'policies', policy_id, rfc3339(context.now)),
        bumpIam(user.account_id),
      ],
      reply: { ...path, attached: false, deleted: true },
    });
  });
}
