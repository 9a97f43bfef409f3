import { beforeAll, expect, test } from 'vitest';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { Order } from '#lib/model/billing/order.ts';
import type { Transaction } from '#lib/model/billing/wallet.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { type SharedPlatform, sharedPlatform } from '#test/support/shared/lasting.ts';
import { textOf } from '#test/support/vitest/pdf.ts';

let platform: SharedPlatform;
let asha: Client;
beforeAll(async () => {
  platform = await sharedPlatform();
  asha = await Client.register(platform.baseUrl);
  const [{ code }] = await mails('verify_email');
  demand(await asha.post('/auth/verify-email', { code }), 200);
});

const dev = async (path: string, body?: object) =>
  demand(await ask(platform.baseUrl, `/dev${path}`, body && { method: 'POST', body }), 200).body;
const get = async (path: string) => demand(await asha.get(`/auth/billing${path}`), 200).body;
const mails = async (kind: string) =>
  (await dev(`/outbox?to=${encodeURIComponent(asha.email)}`)).messages.filter(
    (mail: { kind: string }) => mail.kind === kind,
  );
const history = async (): Promise<Transaction[]> => (await get('/transactions')).transactions;
const topUp = async (amount_paise: number): Promise<Order> =>
  demand(await asha.post('/auth/billing/topup', { amount_paise }), 201).body;

/** The PDF behind an invoice's link, as text. */
async function opened({ document }: Invoice): Promise<string> {
  const reply = await fetch(document!.url);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  return textOf(new Uint8Array(await reply.arrayBuffer()));
}

test('sign-up credit, a top-up paid at the checkout, its invoice, a refund and its credit note', async () => {
  expect(await history()).toMatchObject([{ type: 'credit', amount_paise: 1_000_000, balance_after_paise: 1_000_000 }]);
  const company = { gstin: '29AAGCB7383J1Z4', legal_name: 'Asha Textiles Pvt Ltd', address: '2 MG Road, Bengaluru' };
  demand(await asha.ask('/auth/billing/tax-profile', { method: 'PATCH', body: company }), 200);

  const order = await topUp(100_000);
  expect(order).toMatchObject({ status: 'created', amount_paise: 100_000, tax_paise: 18_000, total_paise: 118_000 });
  expect((await fetch(order.checkout.url!)).status).toBe(200);
  const proof = await dev(`/gateway/orders/${order.gateway_order_id}/pay`, { webhooks: 5 });
  const body = { gateway_payment_id: proof.gateway_payment_id, signature: proof.gateway_signature };
  const paid = demand(await asha.post(`/auth/billing/orders/${order.id}/verify`, body), 200).body;
  expect(paid).toMatchObject({ status: 'paid', gateway_payment_id: proof.gateway_payment_id });

  const [topup, ...before] = await history();
  expect(before).toHaveLength(1);
  expect(topup).toMatchObject({ type: 'topup', amount_paise: 100_000, balance_after_paise: 1_100_000 });
  const invoice: Invoice = await get(`/invoices/${paid.invoice_id}`);
  expect(invoice).toMatchObject({
    kind: 'invoice',
    number: expect.stringMatching(/^SV\/\d\d-\d\d\/000001$/),
    taxable_paise: 100_000,
    igst_paise: 18_000,
    total_paise: 118_000,
    recipient: { gstin: company.gstin, state_code: '29' },
    place_of_supply: '29',
  });
  const text = await opened(invoice);
  for (const part of [invoice.number, 'Asha Textiles Pvt Ltd', company.gstin, 'Karnataka (29)', 'INR 1,180.00', 'IGST'])
    expect(text).toContain(part);

  await dev(`/gateway/payments/${proof.gateway_payment_id}/refund`, { webhooks: 3 });
  const { invoices } = await get('/invoices');
  const [note] = invoices as Invoice[];
  expect(invoices).toHaveLength(2);
  expect(note).toMatchObject({ kind: 'credit_note', credited_invoice_id: invoice.id, total_paise: 118_000 });
  expect(await opened(await get(`/invoices/${note!.id}`))).toContain(invoice.number);
  expect((await history())[0]).toMatchObject({
    type: 'refund',
    amount_paise: -100_000,
    balance_after_paise: 1_000_000,
  });
  expect(await get(`/orders/${order.id}`)).toMatchObject({ status: 'refunded' });
  await expect.poll(async () => (await mails('invoice')).length).toBe(2);
  expect((await fetch((await mails('invoice'))[0].link)).status).toBe(200);
});

test('a payment of which nobody told is found; one that failed may be tried again; nobody pays after 30 minutes but late', async () => {
  const silent = await topUp(10_000);
  await dev(`/gateway/orders/${silent.gateway_order_id}/pay`, { webhooks: 0 });
  const failed = await topUp(20_000);
  await dev(`/gateway/orders/${failed.gateway_order_id}/pay`, { outcome: 'failure' });
  expect(await get(`/orders/${failed.id}`)).toMatchObject({
    status: 'attempted',
    status_reason: 'Payment was declined by the bank',
  });
  await dev('/clock', { advance_seconds: 1800 });
  asha = await asha.again();
  expect(await get(`/orders/${silent.id}`)).toMatchObject({ status: 'paid' });
  expect(await get(`/orders/${failed.id}`)).toMatchObject({ status: 'expired' });
  await dev(`/gateway/orders/${failed.gateway_order_id}/pay`, {});
  expect(await get(`/orders/${failed.id}`)).toMatchObject({ status: 'paid' });
  expect((await history()).slice(0, 2)).toMatchObject([{ order_id: failed.id }, { order_id: silent.id }]);
});

test('a reply of the gateway that was lost leaves one order, which can be paid', async () => {
  await dev('/gateway/faults', { lose_replies: 1 });
  const order = await topUp(10_000);
  await dev(`/gateway/orders/${order.gateway_order_id}/pay`, {});
  expect(await get(`/orders/${order.id}`)).toMatchObject({ status: 'paid' });
  await dev('/gateway/faults', { refuse_calls: 2 });
  const refused = await asha.ask('/auth/billing/topup', { method: 'POST', body: { amount_paise: 10_000 }, once: true });
  expect(refused.status).toBe(503);
  expect(refused.body.error).toBe('the payment gateway does not answer; try again later');
  expect(refused.headers.get('retry-after')).toBe('5');
});

test('a link to a document that was changed opens nothing', async () => {
  // The newest was paid just now, and its document comes after it.
  const newest = async () => (await get('/invoices?limit=1')).invoices[0];
  await expect.poll(async () => (await newest()).document).not.toBeNull();
  const url = new URL((await newest()).document.url);
  url.searchParams.set('X-Amz-Expires', String(Number(url.searchParams.get('X-Amz-Expires')) + 1));
  expect((await fetch(url)).status).toBe(403);
});
