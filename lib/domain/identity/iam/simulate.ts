import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { ConditionContext } from '#lib/model/identity/policy/context.ts';
import type { Simulation } from '#lib/model/identity/policy.ts';
import { getIamState } from '#lib/store/identity/iam.ts';
import { policiesOfUser } from './bound-policies.ts';
import { loadPolicies } from './compiled.ts';
import { evaluate } from './policy/evaluate.ts';

export interface SimulateInput {
  username: string;
  actions: string[];
  resources: string[];
  context: ConditionContext;
}

/** The decision of a user's current policies on each action and resource. Changes nothing. 404 for an unknown user. */
export async function simulatePolicy(context: Context, input: SimulateInput): Promise<Simulation> {
  const { account_id } = context.principal;
  const [user, state] = await allInOrder([findUser(context, input.username), getIamState(account_id)]);
  const policies = await loadPolicies(account_id, policiesOfUser(user, state));
  const results = input.actions.flatMap((action) =>
    input.resources.map((resource) => {
      const verdict = evaluate(policies, { action, resource, context: input.context });
      return { action, resource, ...verdict };
    }),
  );
  return { results };
}
