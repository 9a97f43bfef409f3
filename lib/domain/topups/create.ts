import { verified } from '#lib/domain/accounts/verified.ts';
import { newOrder } from '#lib/domain/billing/topups/new-order.ts';
import { toOrder } from '#lib/domain/billing/topups/view.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createOrder } from '#lib/store/billing/orders.ts';
import { readPayer } from '#lib/store/billing/tax.ts';

/**
 * Makes an order at the payment gateway for a top-up of the wallet, with GST on top. 403 email_not_verified; 503 where
 * the gateway does not answer.
 */
export async function createTopup(context: Context, { amount_paise }: { amount_paise: number }): Promise<Order> {
  const { principal, now } = context;
  const read = await readPayer(principal.id, principal.account_id);
  const payer = { ...(await verified(principal, read)), tax: read.tax };
  await context.claimed();
  const record = await newOrder(newId('order', now), payer, amount_paise, now);
  return context.commit({ writes: createOrder(record), reply: toOrder(record, now) });
}
