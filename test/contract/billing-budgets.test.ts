import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { handler as createTopup } from '#functions/auth/billing/create-topup.ts';
import { handler as listInvoices } from '#functions/auth/billing/list-invoices.ts';
import { handler as listTransactions } from '#functions/auth/billing/list-transactions.ts';
import { handler as showInvoice } from '#functions/auth/billing/show-invoice.ts';
import { handler as showOrder } from '#functions/auth/billing/show-order.ts';
import { handler as showTax } from '#functions/auth/billing/show-tax-profile.ts';
import { handler as updateTax } from '#functions/auth/billing/update-tax-profile.ts';
import { handler as verifyOrder } from '#functions/auth/billing/verify-order.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { ordered, paid, payer, toppedUp } from '#test/support/billing/topups.ts';
import { credit, posting, usage } from '#test/support/billing/wallets.ts';
import { requestCalls } from '#test/support/table/table-calls.ts';

/* Calls to the table (docs/architecture.md, Budgets) of billing; what is asked of the payment gateway is beside it. */

let gateway: TestGateway;
let asha: SignedUp;
let order: Order;
beforeAll(async () => {
  gateway = await testGateway();
  asha = await payer();
  order = await toppedUp(gateway, asha);
});

async function costOf(handler: Handler, request: Call) {
  const { reply, ...cost } = await requestCalls(() => call(handler, { once: true, bearer: asha.bearer, ...request }));
  expect(reply.status).toBeLessThan(300);
  return cost;
}

const reads: [string, Handler, () => Call][] = [
  ['GET …/transactions', listTransactions, () => ({})],
  ['GET …/invoices', listInvoices, () => ({})],
  ['GET …/invoices/{id}', showInvoice, () => ({ params: { id: order.invoice_id ?? '' } })],
  ['GET …/orders/{id}', showOrder, () => ({ params: { id: order.id } })],
  ['GET …/tax-profile', showTax, () => ({})],
];

test.each(reads)('%s: 3 calls in 2 rounds', async (_, handler, request) => {
  const { calls, rounds } = await costOf(handler, request());
  expect(calls).toHaveLength(3);
  expect(rounds).toBe(2);
});

test('with debits the history is one query more, in the same round', async () => {
  const { calls, rounds } = await costOf(listTransactions, { query: { include: 'debits' } });
  expect(calls).toHaveLength(4);
  expect(rounds).toBe(2);
});

test('a history of credits costs the same however much was used', async () => {
  const before = await costOf(listTransactions, {});
  for (let at = 0; at < 60; at += 1) await posting(asha.account_id, usage(`hour#${at}`, 1));
  await posting(asha.account_id, credit('thanks', 1));
  expect(await costOf(listTransactions, {})).toEqual(before);
});

const headers = () => ({ 'idempotency-key': randomUUID() });

test('a top-up, its verification and a tax profile with a key: 5 calls, one of them a transaction', async () => {
  const made = await costOf(createTopup, { body: { amount_paise: 10_000 }, headers: headers() });
  const fresh = await ordered(asha);
  const { gateway_payment_id, gateway_signature: signature } = await paid(gateway, fresh);
  const body = { gateway_payment_id, signature };
  const verified = await costOf(verifyOrder, { params: { id: fresh.id }, body, headers: headers() });
  const changed = await costOf(updateTax, { body: { legal_name: 'Asha' }, headers: headers() });
  for (const { calls } of [made, verified, changed]) {
    expect(calls.length).toBeLessThanOrEqual(5);
    expect(calls.filter((name) => name === 'TransactWriteItems')).toHaveLength(1);
  }
});
