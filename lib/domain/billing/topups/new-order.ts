import { addTax } from '#lib/domain/billing/tax/gst.ts';
import { supplier } from '#lib/domain/billing/tax/supplier.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { gatewayKeys } from '#lib/drivers/payments/keys.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import type { Recipient } from '#lib/model/billing/invoice.ts';
import type { Order } from '#lib/model/billing/order.ts';
import type { OrderRecord } from '#lib/store/billing/orders.ts';
import { readPayer, type TaxRecord } from '#lib/store/billing/tax.ts';
import { type AccountRecord, getAccount, type UserRecord } from '#lib/store/identity/accounts.ts';
import { callGateway, checkoutPage, lifetime, nextCheck } from './resource.ts';

/** The user who pays, the account, and its tax profile. */
export interface Payer {
  user: UserRecord;
  account: AccountRecord;
  tax: TaxRecord | undefined;
}

/** The payer of an automatic payment: the account's owner. Undefined when there is no such account. */
export async function payerOf(account_id: string): Promise<Payer | undefined> {
  const found = await getAccount(account_id);
  if (!found) return undefined;
  const { user, account, tax } = await readPayer(found.owner_id, account_id, found.owner_id);
  return user && account && { user, account, tax };
}

/**
 * Creates an order at the payment gateway, once for one id. Throws 503 when the gateway does not answer. If the gateway
 * has created the order nevertheless, no payer ever sees it, so it stays unpaid.
 */
export async function newOrder(id: string, payer: Payer, amount_paise: number, now: Date): Promise<OrderRecord> {
  const { total_paise } = addTax(amount_paise, payer.tax);
  const notes = { account_id: payer.account.account_id, order_id: id };
  const made = await callGateway(() => razorpay.createOrder({ receipt: id, amount_paise: total_paise, notes }));
  return orderRecord({ id, gateway_order_id: made.id, amount_paise }, payer, now);
}

type OrderDraft = Pick<OrderRecord, 'id' | 'gateway_order_id' | 'amount_paise' | 'purpose'>;

/** The record of an order of the gateway, with the current parties and taxes. */
export async function orderRecord(draft: OrderDraft, { user, account, tax }: Payer, now: Date): Promise<OrderRecord> {
  const { place_of_supply, taxes, total_paise } = addTax(draft.amount_paise, tax);
  const at = rfc3339(now);
  const expires_at = rfc3339(new Date(now.getTime() + lifetime));
  return {
    ...draft,
    account_id: account.account_id,
    status: 'created',
    status_reason: null,
    taxes,
    total_paise,
    recipient: recipientOf(account, tax),
    place_of_supply,
    gateway: 'razorpay',
    checkout: await checkoutOf(draft.gateway_order_id, total_paise, user.email, expires_at),
    expires_at,
    payments: [],
    refunds: [],
    next_check_at: nextCheck({ created_at: at }, now),
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

/**
 * The recipient of invoices. Without a legal name it is the account's name, or the account's id when the name has
 * characters that the invoice's typeface lacks.
 */
function recipientOf({ account_id, name }: AccountRecord, tax: TaxRecord | undefined): Recipient {
  const plain = /^[\x20-\x7e\xa1-\xff]+$/.test(name) ? name : `Account ${account_id}`;
  const { legal_name, gstin = null, address = null, state_code = null } = tax ?? {};
  return { legal_name: legal_name ?? plain, gstin, address, state_code };
}

/**
 * The parameters of a checkout. On a laptop `url` is a page that pays the order; elsewhere Razorpay's checkout takes
 * these fields.
 */
async function checkoutOf(
  order_id: string,
  amount_paise: number,
  email: string,
  until: string,
): Promise<Order['checkout']> {
  const { key_id } = await gatewayKeys();
  return {
    key_id,
    order_id,
    amount_paise,
    currency: 'INR',
    name: supplier().name,
    description: 'Prepaid credit for cloud services',
    prefill: { email },
    url: checkoutPage({ order_id }, until),
  };
}
