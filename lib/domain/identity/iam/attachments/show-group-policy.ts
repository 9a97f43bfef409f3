import { findGroup } from '#lib/domain/identity/iam/groups/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type GroupAttachment, type GroupPolicyPath, notAttachedToGroup } from './resource.ts';

/** Confirms that a policy is attached to a group; 404 where it is not. */
export async function showGroupPolicy(context: Context, path: GroupPolicyPath): Promise<GroupAttachment> {
  const { policies } = await findGroup(context, path.name);
  if (!policies.includes(path.policy_id)) throw notAttachedToGroup(path);
  return { ...path, attached: true };
}
