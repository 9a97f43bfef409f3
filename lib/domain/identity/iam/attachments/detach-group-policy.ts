import { findGroup } from '#lib/domain/identity/iam/groups/resource.ts';
import { attachment } from '#lib/domain/identity/iam/operators.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { detachFromGroup } from '#lib/store/identity/groups.ts';
import { bumpIamUngranting } from '#lib/store/identity/iam.ts';
import { type GroupDetachment, type GroupPolicyPath, notAttachedToGroup } from './resource.ts';

/** Detaches a policy from a group from the next request on; 404 where it is not attached. */
export function detachGroupPolicy(context: Context, path: GroupPolicyPath): Promise<GroupDetachment> {
  const { name, policy_id } = path;
  return retryOnConflict(async () => {
    const group = await findGroup(context, name);
    if (!group.policies.includes(policy_id)) throw notAttachedToGroup(path);
    return context.commit({
      writes: [
        attachment(context.principal, policy_id, -1),
        detachFromGroup(group, policy_id, rfc3339(context.now)),
        bumpIamUngranting(group.account_id, [name], policy_id),
      ],
      reply: { ...path, attached: false, deleted: true },
    });
  });
}
