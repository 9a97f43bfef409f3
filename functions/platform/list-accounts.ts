import { listAccounts } from '#lib/domain/billing/customers/list.ts';
import { route } from '#lib/edge/route.ts';
import { customer, customerStatuses } from '#lib/model/billing/customer.ts';
import { knownValues, listByAgeQuery, listOf } from '#lib/model/platform/lists.ts';

/** One page of all accounts. `q` is contained in the id, the name or the address of the owner. */
export const handler = route(
  {
    name: 'listAccounts',
    action: 'platform:ManageAccounts',
    resource: () => 'account/*',
    query: listByAgeQuery('name', 'status').superRefine(knownValues('status', customerStatuses)),
    reply: listOf('accounts', customer),
  },
  (context, { query }) => listAccounts(context, query),
);
