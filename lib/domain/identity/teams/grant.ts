import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { type Action, actions } from '#lib/model/identity/policy/actions.ts';
import type { PolicyDocument, Statement } from '#lib/model/identity/policy/document.ts';
import { rolePolicies, type TeamRole } from '#lib/model/identity/policy/managed.ts';
import { reachOf } from '#lib/model/identity/policy/reach.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { getPolicies } from '#lib/store/identity/policies.ts';

/** Refuses with 403 a role that allows more than the caller may do. Root may grant every role. */
export async function mayGrant(principal: Principal, role: TeamRole): Promise<void> {
  if (principal.type === 'root') return;
  const missing = missingFor(role, await documentsOf(principal));
  if (missing === undefined) return;
  throw new ApiError(
    'access_denied',
    `role: user ${principal.name} may not grant ${role}: it allows ${missing} everywhere, which the user may not do`,
  );
}

/**
 * The first action that the role allows and the caller lacks. A role applies without conditions and to all resources,
 * so only the caller's statements of that kind count.
 */
function missingFor(role: TeamRole, own: readonly PolicyDocument[]): Action | undefined {
  const granted = documents(rolePolicies[role]);
  const statements = own.flatMap(({ Statement }) => Statement);
  const allows = statements.filter(({ Effect, Resource, Condition }) => {
    return Effect === 'Allow' && !Condition && [Resource].flat().includes('*');
  });
  const denies = statements.filter(({ Effect }) => Effect === 'Deny');
  return actions.find(
    (action) =>
      granted.some(({ Statement }) => names(Statement, action)) && (!names(allows, action) || names(denies, action)),
  );
}

/** Whether a statement names the action, regardless of its resources and conditions. */
function names(statements: readonly Statement[], action: Action): boolean {
  const name = action.toLowerCase();
  return statements.some(({ Effect, Action }) => [Action].flat().some((pattern) => reachOf(Effect, pattern)(name)));
}

/** The current documents of a principal's policies. */
async function documentsOf({ account_id, policies = [] }: Principal): Promise<PolicyDocument[]> {
  const custom = await getPolicies(
    account_id,
    policies.filter((id) => !managedPolicy(id)),
  );
  return [...documents(policies), ...custom.map(({ document }) => document)];
}

const documents = (managed: readonly string[]): PolicyDocument[] =>
  managed.flatMap((idOrName) => managedPolicy(idOrName)?.document ?? []);
