import { findGroup } from '#lib/domain/identity/iam/groups/find.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type GroupAttachment, type GroupPolicyPath, notAttached } from './group-attachment.ts';

/** That a policy is attached to a group; 404 where it is not. */
export async function showGroupPolicy(context: Context, path: GroupPolicyPath): Promise<GroupAttachment> {
  const { policies } = await findGroup(context, path.name);
  if (!policies.includes(path.policy_id)) throw notAttached(path);
  return { ...path, attached: true };
}
