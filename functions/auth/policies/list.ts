import { listPolicies } from '#lib/domain/identity/iam/policies/list.ts';
import { route } from '#lib/edge/route.ts';
import { policy } from '#lib/model/identity/policy.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's policies, managed and custom. */
export const handler = route(
  {
    name: 'listPolicies',
    action: 'iam:ListPolicies',
    resource: () => 'policy/*',
    names: { 'query.id': 'policy' },
    query: listQuery('name', 'type').superRefine(knownValues('type', policy.shape.type.options)),
    reply: listOf('policies', policy),
  },
  (context, { query }) => listPolicies(context, query),
);
