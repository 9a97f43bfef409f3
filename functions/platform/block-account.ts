import * as z from 'zod';
import { blockAccount } from '#lib/domain/billing/customers/block.ts';
import { route } from '#lib/edge/route.ts';
import { blockWish, customer } from '#lib/model/billing/customer.ts';
import { accountId } from '#lib/model/platform/common.ts';

/**
 * Blocks an account: its logins and requests are refused with account_blocked. 409 for an account that operates this
 * platform.
 */
export const handler = route(
  {
    name: 'blockAccount',
    action: 'platform:ManageAccounts',
    resource: ({ id }) => `account/${id}`,
    params: z.strictObject({ id: accountId }),
    body: blockWish,
    reply: customer,
  },
  (context, { params, body }) => blockAccount(context, { ...params, ...body }),
);
