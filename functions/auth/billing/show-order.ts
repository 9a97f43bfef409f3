import * as z from 'zod';
import { showOrder } from '#lib/domain/topups/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { order } from '#lib/model/order.ts';

/** One top-up order; one that was not paid within 30 minutes is expired, though a late payment is still credited. */
export const handler = route(
  {
    name: 'getOrder',
    action: 'billing:GetOrder',
    resource: ({ id }) => `order/${id}`,
    params: z.strictObject({ id: id('order') }),
    reply: order,
  },
  (context, { params }) => showOrder(context, params),
);
