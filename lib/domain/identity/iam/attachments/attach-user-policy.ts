import { attachment } from '#lib/domain/identity/iam/operators.ts';
import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { userLimits } from '#lib/model/identity/iam-user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { bumpIam } from '#lib/store/identity/iam.ts';
import { addToUser } from '#lib/store/identity/iam-users.ts';
import type { UserAttachment, UserPolicyPath } from './resource.ts';

/**
 * Attaches a policy to a user from the next request on. Also succeeds if it is already attached. 404 for an unknown
 * user or policy, 403 above ten policies.
 */
export function attachUserPolicy(context: Context, path: UserPolicyPath): Promise<UserAttachment> {
  const { username, policy_id } = path;
  return retryOnConflict(async () => {
    const user = await findUser(context, username);
    const reply = { ...path, attached: true };
    if (user.policies.includes(policy_id)) return context.commit({ writes: [], reply });
    const limit = userLimits.policies;
    const full = () => new ApiError('quota_exceeded', `${limit} of ${limit} policies of user ${username} used`);
    return context.commit({
      writes: [
        attachment(context.principal, policy_id, 1),
        addToUser(user, 'policies', policy_id, { limit, full, at: rfc3339(context.now) }),
        bumpIam(user.account_id),
      ],
      reply,
    });
  });
}
