import { unverified } from '#lib/domain/identity/accounts/verified.ts';
import { sessionEnded } from '#lib/domain/identity/sessions/actor.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { createOrder } from '#lib/store/billing/orders.ts';
import { readPayer } from '#lib/store/billing/tax.ts';
import { newOrder } from './new-order.ts';
import { toOrder } from './resource.ts';

/** The user whose e-mail address a checkout shows. An IAM user has none, so it is the account's owner. */
const payerIn = ({ type, id, owner_id }: Principal): string => (type === 'iam' ? owner_id : id);

/**
 * Creates an order at the payment gateway for a top-up of the wallet, with GST added. Refuses with 403
 * email_not_verified, and with 503 when the gateway does not answer.
 */
export async function createTopup(context: Context, { amount_paise }: { amount_paise: number }): Promise<Order> {
  const { principal, now } = context;
  const payerId = payerIn(principal);
  const { user, account, owner, tax } = await readPayer(payerId, principal.account_id, principal.owner_id);
  if (!user || !account) throw sessionEnded();
  // Checked before the gateway creates an order; the commit checks it again.
  if (!owner?.email_verified) throw unverified(principal);
  const payer = { user, account, tax };
  await context.claimed();
  const record = await newOrder(newId('order', now), payer, amount_paise, now);
  return context.commit({ writes: createOrder(record), reply: toOrder(record, now) });
}
