import { findGroup } from '#lib/domain/identity/iam/groups/resource.ts';
import { attachment } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { policiesPerGroup as limit } from '#lib/model/identity/group.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { attachToGroup } from '#lib/store/identity/groups.ts';
import { bumpIamGranting } from '#lib/store/identity/iam.ts';
import type { GroupAttachment, GroupPolicyPath } from './resource.ts';

/**
 * Attaches a policy to a group from the next request on. Also succeeds if it is already attached. 404 for an unknown
 * group or policy, 403 above ten policies.
 */
export function attachGroupPolicy(context: Context, path: GroupPolicyPath): Promise<GroupAttachment> {
  const { name, policy_id } = path;
  return retryOnConflict(async () => {
    const group = await findGroup(context, name);
    const reply = { ...path, attached: true };
    if (group.policies.includes(policy_id)) return context.commit({ writes: [], reply });
    const full = () => new ApiError('quota_exceeded', `${limit} of ${limit} policies of group ${name} used`);
    return context.commit({
      writes: [
        attachment(context.principal, policy_id, 1),
        attachToGroup(group, policy_id, { limit, full, at: rfc3339(context.now) }),
        bumpIamGranting(group.account_id, name, [policy_id]),
      ],
      reply,
    });
  });
}
