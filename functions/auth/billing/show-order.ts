import * as z from 'zod';
import { showOrder } from '#lib/domain/billing/topups/show.ts';
import { route } from '#lib/edge/route.ts';
import { order } from '#lib/model/billing/order.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a top-up order. An order that was not paid within 30 minutes is expired; a late payment is still credited. */
export const handler = route(
  {
    name: 'getOrder',
    action: 'billing:GetOrder',
    resource: ({ id }) => `order/${id}`,
    params: z.strictObject({ id: id('order') }),
    reply: order,
    etag: 'always',
  },
  (context, { params }) => showOrder(context, params),
);
