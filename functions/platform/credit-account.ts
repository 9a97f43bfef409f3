import * as z from 'zod';
import { creditAccount } from '#lib/domain/billing/customers/credit.ts';
import { route } from '#lib/edge/route.ts';
import { creditWish, customer } from '#lib/model/billing/customer.ts';
import { accountId } from '#lib/model/platform/common.ts';

/** Grants an account credit, as an entry in its wallet's history with the reason. */
export const handler = route(
  {
    name: 'creditAccount',
    action: 'platform:ManageAccounts',
    resource: ({ id }) => `account/${id}`,
    params: z.strictObject({ id: accountId }),
    body: creditWish,
    reply: customer,
  },
  (context, { params, body }) => creditAccount(context, { ...params, ...body }),
);
