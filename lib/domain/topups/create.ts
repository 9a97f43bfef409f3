import { verified } from '#lib/domain/accounts/verified.ts';
import type { Context } from '#lib/domain/context.ts';
import { gstOn, taxSum } from '#lib/domain/tax/gst.ts';
import { placeOfSupply } from '#lib/domain/tax/profile.ts';
import { supplier } from '#lib/domain/tax/supplier.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayOrder } from '#lib/drivers/payments/gateway.ts';
import { gatewayKeys } from '#lib/drivers/payments/keys.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { newId } from '#lib/model/ids.ts';
import type { Recipient } from '#lib/model/invoice.ts';
import type { Order } from '#lib/model/order.ts';
import type { AccountRecord } from '#lib/store/accounts.ts';
import { createOrder, type OrderRecord } from '#lib/store/orders.ts';
import { readPayer, type TaxRecord } from '#lib/store/tax.ts';
import { lifetime, nextCheck } from './checks.ts';
import { unavailable } from './unavailable.ts';
import { toOrder } from './view.ts';

/**
 * Makes an order at the payment gateway for a top-up of the wallet, with GST on top. 403 email_not_verified; 503 where
 * the gateway does not answer: an order that it made all the same can be paid by nobody, since nobody knows of it.
 */
export async function createTopup(context: Context, { amount_paise }: { amount_paise: number }): Promise<Order> {
  const { principal, now } = context;
  const read = await readPayer(principal.id, principal.account_id);
  const { user, account } = await verified(principal, read);
  const place_of_supply = placeOfSupply(read.tax);
  const taxes = gstOn(amount_paise, place_of_supply, supplier().state_code);
  const total_paise = amount_paise + taxSum(taxes);
  await context.claimed();
  const id = newId('order', now);
  const notes = { account_id: account.account_id, order_id: id };
  const made = await unavailable(() => razorpay.createOrder({ receipt: id, amount_paise: total_paise, notes }));
  const at = rfc3339(now);
  const record: OrderRecord = {
    id,
    account_id: account.account_id,
    status: 'created',
    status_reason: null,
    amount_paise,
    taxes,
    total_paise,
    recipient: recipientOf(account, read.tax),
    place_of_supply,
    gateway: 'razorpay',
    gateway_order_id: made.id,
    checkout: await checkoutOf(made, user.email),
    expires_at: rfc3339(new Date(now.getTime() + lifetime)),
    payments: [],
    refunds: [],
    next_check_at: nextCheck({ created_at: at }, now),
    version: 1,
    created_at: at,
    updated_at: at,
  };
  return context.commit({ writes: createOrder(record), reply: toOrder(record, now) });
}

/** Who is invoiced; one without a legal name goes by the account's, where an invoice's letters can write it. */
function recipientOf({ account_id, name }: AccountRecord, tax: TaxRecord | undefined): Recipient {
  const plain = /^[\x20-\x7e\xa1-\xff]+$/.test(name) ? name : `Account ${account_id}`;
  const { legal_name, gstin = null, address = null, state_code = null } = tax ?? {};
  return { legal_name: legal_name ?? plain, gstin, address, state_code };
}

/** On a laptop there is a page to pay on; elsewhere Razorpay's own checkout takes these fields. */
async function checkoutOf({ id, amount_paise }: GatewayOrder, email: string): Promise<Order['checkout']> {
  const { key_id } = await gatewayKeys();
  const page = process.env.SVC_CHECKOUT_URL;
  return {
    key_id,
    order_id: id,
    amount_paise,
    currency: 'INR',
    name: supplier().name,
    description: 'Prepaid credit for cloud services',
    prefill: { email },
    url: page ? `${page}?order_id=${encodeURIComponent(id)}` : null,
  };
}
