import type { Context } from '#lib/domain/platform/context.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getOrder } from '#lib/store/billing/orders.ts';
import { toOrder } from './resource.ts';

/** Returns one order of the caller's account. Throws 404. */
export async function showOrder(context: Context, { id }: { id: string }): Promise<Order> {
  const order = await getOrder(context.principal.account_id, id);
  if (!order) throw notFound('order', id);
  return context.show(toOrder(order, context.now), order.version);
}
