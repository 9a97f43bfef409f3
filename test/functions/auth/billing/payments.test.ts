import { expect, test } from 'vitest';
import { handler as showOrder } from '#functions/auth/billing/show-order.ts';
import { handler as updateTax } from '#functions/auth/billing/update-tax-profile.ts';
import { handler as ordersSchedule } from '#functions/scheduled/orders.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { call } from '#lib/testing/functions/call.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { eventOf, told } from '#test/support/billing/gateway.ts';
import { invoicesOf, ordered, orderOf, paid, payer, verify } from '#test/support/billing/topups.ts';
import { booksOf } from '#test/support/billing/wallets.ts';
import { asha, balanceOf, gateway, usePayer } from './support.ts';

usePayer();

test('a payment credits the wallet, with an invoice of the parties as they were when it was ordered', async () => {
  await call(updateTax, { bearer: asha.bearer, body: { gstin: '27AAPFU0939F1ZV', legal_name: 'Before' } });
  const order = await ordered(asha);
  await call(updateTax, { bearer: asha.bearer, body: { legal_name: 'After' } });
  const { status, body } = await verify(asha, order, await paid(gateway, order));
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'paid', paid_at: expect.any(String), invoice_id: expect.any(String) });
  expect(await balanceOf(asha)).toBe(150_000);
  const [invoice] = await invoicesOf(asha);
  expect(invoice).toMatchObject({
    id: body.invoice_id,
    kind: 'invoice',
    recipient: { legal_name: 'Before', gstin: '27AAPFU0939F1ZV', address: null, state_code: '27' },
    supplier: { name: 'Example Cloud Pvt Ltd', gstin: '27AAPFU0939F1ZV', state_code: '27' },
    lines: [{ sac: '998315', quantity: 1, taxable_paise: 100_000 }],
    cgst_paise: 9_000,
    sgst_paise: 9_000,
    igst_paise: 0,
    total_paise: 118_000,
    reverse_charge: false,
    document: null,
  });
  expect((await booksOf(asha.account_id)).at(-1)).toMatchObject({
    type: 'topup',
    order_id: order.id,
    invoice_id: invoice?.id,
    lines: [
      { account: 'gateway', amount_paise: -118_000 },
      { account: 'wallet', amount_paise: 100_000 },
      { account: 'gst_payable', amount_paise: 18_000 },
    ],
  });
});

test('a payment told five times by each event, backwards, beside five verifications: one credit, one invoice', async () => {
  gateway.faults.reverse_webhooks = true;
  const order = await ordered(asha);
  const proof = await paid(gateway, order, 0);
  const payment = gateway.desk.book.get(proof.gateway_payment_id) ?? {};
  const names = ['order.paid', 'payment.captured', 'payment.authorized'];
  const tellings = names.flatMap((name) => Array.from({ length: 5 }, () => told(gateway, eventOf(payment, name))));
  const verifications = Array.from({ length: 5 }, () => verify(asha, order, proof));
  for (const { status } of await Promise.all([...tellings, ...verifications])) expect(status).toBe(200);
  expect(await balanceOf(asha)).toBe(150_000);
  expect(await invoicesOf(asha)).toHaveLength(1);
});

test('a payment that failed leaves the order to be tried again', async () => {
  const order = await ordered(asha);
  const failed = await gateway.desk.pay(order.gateway_order_id, 'failure', 1);
  expect(await orderOf(asha, order)).toMatchObject({ status: 'attempted' });
  const reply = await verify(asha, order, failed);
  expect(reply.status).toBe(409);
  expect(reply.body.error).toBe(`order ${order.id} is not payable: ${failed.gateway_payment_id} is failed`);
  await paid(gateway, order, 1);
  expect(await orderOf(asha, order)).toMatchObject({ status: 'paid', status_reason: null });
});

test('a payment with a forged proof is refused', async () => {
  const [order, other] = [await ordered(asha), await ordered(asha)];
  const proof = await paid(gateway, other);
  const reply = await verify(asha, order, proof);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe(
    `signature: is not from the gateway for ${proof.gateway_payment_id} of order ${order.id}`,
  );
  expect(await balanceOf(asha)).toBe(50_000);
  expect((await auditOf(asha.account_id)).at(-1)).toMatchObject({ action: 'billing:CreateTopup', status: 400 });
});

test('a payment of an order of somebody else is not found', async () => {
  const order = await ordered(asha);
  const proof = await paid(gateway, order);
  const stranger = await payer();
  expect((await verify(stranger, order, proof)).status).toBe(404);
  expect((await call(showOrder, { bearer: stranger.bearer, params: { id: order.id } })).status).toBe(404);
});

test('a payment over another amount is refused, audited, and noted for operators', async () => {
  const order = await ordered(asha);
  const proof = await paid(gateway, order);
  const payment = gateway.desk.book.get(proof.gateway_payment_id)!;
  gateway.desk.book.put({ ...payment, amount: 100 });
  expect(await told(gateway, eventOf({ ...payment, amount: 100 }))).toMatchObject({ status: 200 });
  const reply = await verify(asha, order, proof);
  expect(reply.status).toBe(409);
  expect(reply.body.error).toContain(`${payment.id} over 100 paise INR is not what was ordered`);
  expect(await balanceOf(asha)).toBe(50_000);
  const found = await get(keys.difference(asha.account_id, payment.id));
  expect(found?.findings[0]).toContain(`does not match order ${order.id} (118000 paise INR`);
  const log = (await auditOf(asha.account_id)).filter(({ status }) => status === 409);
  expect(log.map(({ actor }) => actor.name)).toContain('razorpay');
});

test('a payment of which nobody told is found by asking, late as it may be', async () => {
  const order = await ordered(asha);
  advanceClock(31 * 60);
  await ordersSchedule();
  expect(await orderOf(asha, order)).toMatchObject({ status: 'expired' });
  await paid(gateway, order);
  advanceClock(3 * 3600);
  await ordersSchedule();
  expect(await orderOf(asha, order)).toMatchObject({ status: 'paid' });
  expect(await balanceOf(asha)).toBe(150_000);
});

test('a payment is not asked about while the gateway is silent, and is the next time', async () => {
  const order = await ordered(asha);
  await paid(gateway, order);
  advanceClock(180);
  gateway.faults.refuse_calls = 100;
  await expect(ordersSchedule()).rejects.toThrow('the payment gateway did not answer');
  gateway.faults.refuse_calls = 0;
  await ordersSchedule();
  expect(await orderOf(asha, order)).toMatchObject({ status: 'paid' });
});
