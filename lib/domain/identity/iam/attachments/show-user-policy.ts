import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { notAttachedToUser, type UserAttachment, type UserPolicyPath } from './resource.ts';

/** Confirms that a policy is attached to a user; 404 where it is not. */
export async function showUserPolicy(context: Context, path: UserPolicyPath): Promise<UserAttachment> {
  const { policies } = await findUser(context, path.username);
  if (!policies.includes(path.policy_id)) throw notAttachedToUser(path);
  return { ...path, attached: true };
}
