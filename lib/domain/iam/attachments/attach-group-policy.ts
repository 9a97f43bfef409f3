import { type Context, fresh } from '#lib/domain/context.ts';
import { findGroup } from '#lib/domain/iam/groups/find.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/errors.ts';
import { policiesPerGroup as limit } from '#lib/model/group.ts';
import { attachToGroup } from '#lib/store/groups.ts';
import { bumpIamGranting } from '#lib/store/iam.ts';
import { countAttachment } from '#lib/store/policies.ts';
import type { GroupAttachment, GroupPolicyPath } from './group-attachment.ts';

/** Attaches a policy to a group from the next request on, or finds it attached; 404 for either, 403 over ten. */
export function attachGroupPolicy(context: Context, path: GroupPolicyPath): Promise<GroupAttachment> {
  const { name, policy_id } = path;
  return fresh(async () => {
    const group = await findGroup(context, name);
    const reply = { ...path, attached: true };
    if (group.policies.includes(policy_id)) return context.commit({ writes: [], reply });
    const full = () => new ApiError('quota_exceeded', `${limit} of ${limit} policies of group ${name} used`);
    return context.commit({
      writes: [
        countAttachment(group.account_id, policy_id, 1),
        attachToGroup(group, policy_id, { limit, full, at: rfc3339(context.now) }),
        bumpIamGranting(group.account_id, name, [policy_id]),
      ],
      reply,
    });
  });
}
