import * as z from 'zod';
import { unblockAccount } from '#lib/domain/billing/customers/unblock.ts';
import { route } from '#lib/edge/route.ts';
import { customer } from '#lib/model/billing/customer.ts';
import { accountId } from '#lib/model/platform/common.ts';

/** Ends a block. Earlier sessions stay ended; access keys work again. */
export const handler = route(
  {
    name: 'unblockAccount',
    action: 'platform:ManageAccounts',
    resource: ({ id }) => `account/${id}`,
    params: z.strictObject({ id: accountId }),
    reply: customer,
  },
  (context, { params }) => unblockAccount(context, params),
);
