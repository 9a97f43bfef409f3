import { listAccounts } from '#lib/domain/billing/customers/list.ts';
import { route } from '#lib/edge/route.ts';
import { customer, customerStatuses } from '#lib/model/billing/customer.ts';
import { knownValues, listByAgeQuery, listOf } from '#lib/model/platform/lists.ts';

/** Lists all accounts. `q` matches part of the id, the name or the owner\'s address. */
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
