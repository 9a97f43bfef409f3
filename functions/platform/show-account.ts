import * as z from 'zod';
import { showAccount } from '#lib/domain/billing/customers/show.ts';
import { route } from '#lib/edge/route.ts';
import { customer } from '#lib/model/billing/customer.ts';
import { accountId } from '#lib/model/platform/common.ts';

/** Shows an account, with its wallet and its quotas. */
export const handler = route(
  {
    name: 'getAccount',
    action: 'platform:ManageAccounts',
    resource: ({ id }) => `account/${id}`,
    params: z.strictObject({ id: accountId }),
    reply: customer,
  },
  (context, { params }) => showAccount(context, params),
);
