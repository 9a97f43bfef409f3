import { handler as createTopup } from '#functions/auth/billing/create-topup.ts';
import { handler as listInvoices } from '#functions/auth/billing/list-invoices.ts';
import { handler as verifyOrder } from '#functions/auth/billing/verify-order.ts';
import { handler as makeDocuments } from '#functions/scheduled/documents.ts';
import { toOrder } from '#lib/domain/billing/topups/resource.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { getOrder } from '#lib/store/billing/orders.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call, type Reply, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { TestGateway } from './gateway.ts';

/** A user who may top up. */
export async function payer(): Promise<SignedUp> {
  const owner = await signedUp();
  await transact([update(keys.user(owner.user.id), { set: { email_verified: true } })]);
  return owner;
}

/** Makes a top-up order. Throws when it is refused. */
export async function ordered({ bearer }: SignedUp, amount_paise = 100_000): Promise<Order> {
  const reply = await call(createTopup, { bearer, body: { amount_paise } });
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.body.error}`);
  return reply.body;
}

/** An order's present state, read without a session. */
export const orderOf = async ({ account_id }: SignedUp, { id }: Pick<Order, 'id'>): Promise<Order> =>
  toOrder((await getOrder(account_id, id))!, civilNow());

/** The invoices and credit notes of an account, newest first. */
export const invoicesOf = async ({ bearer }: SignedUp, query = {}): Promise<Invoice[]> =>
  (await call(listInvoices, { bearer, query })).body.invoices;

/** Pays an order at the gateway, which sends each of its events so many times. */
export const paid = ({ desk }: TestGateway, { gateway_order_id }: Order, webhooks = 0) =>
  desk.pay(gateway_order_id, 'success', webhooks);

/** Verifies an order with the gateway's proof. */
export const verify = (
  { bearer }: SignedUp,
  { id }: Pick<Order, 'id'>,
  proof: { gateway_payment_id: string; gateway_signature: string },
): Promise<Reply> => {
  const body = { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature };
  return call(verifyOrder, { bearer, params: { id }, body });
};

/** A top-up that was paid and credited, with its invoice's document. */
export async function toppedUp(gateway: TestGateway, owner: SignedUp, amount_paise = 100_000): Promise<Order> {
  const order = await ordered(owner, amount_paise);
  const reply = await verify(owner, order, await paid(gateway, order));
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body.error}`);
  await makeDocuments();
  return reply.body;
}
