import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { rolePolicies, type TeamRole } from '#lib/model/identity/policy/managed.ts';
import type { IamState } from '#lib/store/identity/iam.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';

/**
 * The ids of all policies that apply to an IAM user: the user's own and those of the user's groups. They become a
 * principal's `policies`.
 */
export function policiesOfUser(user: Pick<IamUserRecord, 'policies' | 'groups'>, { grants }: IamState): string[] {
  const granted = user.groups.flatMap((group) => grants[group.toLowerCase()] ?? []);
  return [...new Set([...user.policies, ...granted])].sort();
}

/** The ids of the managed policies of a team role. An owner's policy allows everything. */
export function policiesOfRole(role: TeamRole | 'owner'): string[] {
  const names = role === 'owner' ? ['AdministratorAccess'] : rolePolicies[role];
  return names.map((name) => managedPolicy(name)?.id ?? '').sort();
}
