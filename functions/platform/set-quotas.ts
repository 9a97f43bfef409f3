import * as z from 'zod';
import { setAccountQuotas } from '#lib/domain/billing/customers/quotas.ts';
import { route } from '#lib/edge/route.ts';
import { customer, quotaWish } from '#lib/model/billing/customer.ts';
import { accountId } from '#lib/model/platform/common.ts';

/** Sets the limits of an account, from its next request on. The account keeps resources above a limit. */
export const handler = route(
  {
    name: 'setAccountQuotas',
    action: 'platform:ManageAccounts',
    resource: ({ id }) => `account/${id}`,
    params: z.strictObject({ id: accountId }),
    body: quotaWish,
    reply: customer,
  },
  (context, { params, body }) => setAccountQuotas(context, { ...params, limits: body }),
);
