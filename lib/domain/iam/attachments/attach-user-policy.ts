import { type Context, fresh } from '#lib/domain/context.ts';
import { findUser } from '#lib/domain/iam/users/find.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/errors.ts';
import { userLimits } from '#lib/model/iam-user.ts';
import { bumpIam } from '#lib/store/iam.ts';
import { addToUser } from '#lib/store/iam-users.ts';
import { countAttachment } from '#lib/store/policies.ts';
import type { UserAttachment, UserPolicyPath } from './user-attachment.ts';

/** Attaches a policy to a user from the next request on, or finds it attached; 404 for either, 403 over ten. */
export function attachUserPolicy(context: Context, path: UserPolicyPath): Promise<UserAttachment> {
  const { username, policy_id } = path;
  return fresh(async () => {
    const user = await findUser(context, username);
    const reply = { ...path, attached: true };
    if (user.policies.includes(policy_id)) return context.commit({ writes: [], reply });
    const limit = userLimits.policies;
    const full = () => new ApiError('quota_exceeded', `${limit} of ${limit} policies of user ${username} used`);
    return context.commit({
      writes: [
        countAttachment(user.account_id, policy_id, 1),
        addToUser(user, 'policies', policy_id, { limit, full, at: rfc3339(context.now) }),
        bumpIam(user.account_id),
      ],
      reply,
    });
  });
}
