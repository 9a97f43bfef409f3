import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewayKeys } from '#lib/local/gateway/book.ts';
import { type Checkout, checkoutOf, payCheckout } from '#lib/local/gateway/checkout.ts';
import type { Entity } from '#lib/local/gateway/entities.ts';
import { type LocalGateway, startGateway } from '#lib/local/gateway/start.ts';
import { receiver } from '#test/support/http/receiver.ts';

/* What a checkout page shows and does, and the webhooks that tell of it. */

let dir: string;
let gateway: LocalGateway;
let hook: Awaited<ReturnType<typeof receiver>>;
beforeAll(async () => {
  hook = await receiver(() => 200);
});
afterAll(() => hook.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-test-checkout-'));
  hook.received.length = 0;
  const log = { warn: () => undefined };
  const [keyFile, socketPath] = [join(dir, 'keys.json'), join(dir, 'gateway')];
  gateway = await startGateway({ dir, keyFile, socketPath, webhookUrl: hook.url, log });
});
afterEach(async () => {
  await gateway.close();
  rmSync(dir, { recursive: true, force: true });
});

const stored = (...entities: Omit<Entity, 'created_at'>[]) =>
  gateway.desk.book.put(...entities.map((one) => ({ created_at: 1_800_000_000, ...one }) as Entity));
const money = { amount: 11_800, amount_paid: 0, amount_due: 11_800, currency: 'INR' };
const order = (fields: object = {}) =>
  stored({ id: 'order_1', entity: 'order', ...money, receipt: 'ord-1', status: 'created', attempts: 0, ...fields });
function mandate(): void {
  order({ amount: 100, receipt: 'man-1' });
  const token = { order_id: 'order_1', customer_id: 'cust_1', method: 'upi', max_amount: 1_500_000, recurring: false };
  const at = { expired_at: 1_900_000_000, recurring_details: { status: 'initiated' } };
  stored({ id: 'cust_1', entity: 'customer' }, { id: 'token_1', entity: 'token', ...token, ...at });
}
function subscription(fields: object = {}): void {
  const counts = { paid_count: 0, remaining_count: 120 };
  stored(
    { id: 'plan_1', entity: 'plan', item: { name: 'standard', amount: 58_882, currency: 'INR' } },
    { id: 'sub_1', entity: 'subscription', plan_id: 'plan_1', status: 'created', ...counts, ...fields },
  );
}
const shown = (id: string): Checkout => checkoutOf(gateway.desk, id);
const pays = (id: string, outcome: 'success' | 'failure' | 'cancel' = 'success') =>
  payCheckout(gateway.desk, id, outcome);
const events = () => hook.received.map(({ body }) => JSON.parse(body));
const told = () => events().map(({ event }) => event);
const signed = (text: string) =>
  createHmac('sha256', gatewayKeys(join(dir, 'keys.json')).key_secret)
    .update(text)
    .digest('hex');

const declined = { reason: 'payment_declined', description: 'Payment was declined by the bank' };
const cancelled = {
  reason: 'payment_cancelled',
  description: 'Your payment has been cancelled. Try again or complete the payment later.',
};

describe('an order', () => {
  test('is open, and paid once, with the proof that its merchant takes', async () => {
    order();
    const open = { id: 'order_1', kind: 'order', status: 'open', amount_paise: 11_800, receipt: 'ord-1' };
    const rest = { mandate: null, plan: null, failure: null, proof: null, now: expect.any(String) };
    expect(shown('order_1')).toEqual({ ...open, ...rest });
    const paid = await pays('order_1');
    const gateway_payment_id = gateway.desk.book.list('payment')[0]?.id;
    const gateway_signature = signed(`order_1|${gateway_payment_id}`);
    expect(paid).toMatchObject({ status: 'paid', failure: null, proof: { gateway_payment_id, gateway_signature } });
    await expect(pays('order_1')).rejects.toThrow('the order order_1 is paid; it cannot be paid');
    expect(shown('order_1').proof).toEqual(paid.proof);
    expect(told()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
    expect(gateway.desk.book.list('payment')).toHaveLength(1);
  });

  test.each([
    ['failure', declined],
    ['cancel', cancelled],
  ] as const)('stays open after %s, which says why, and can be paid', async (outcome, failure) => {
    order();
    expect(await pays('order_1', outcome)).toMatchObject({ status: 'open', failure, proof: null });
    expect(told()).toEqual(['payment.failed']);
    expect(events()[0].payload.payment.entity).toMatchObject({
      status: 'failed',
      error_reason: failure.reason,
      error_description: failure.description,
    });
    expect(await pays('order_1')).toMatchObject({ status: 'paid', failure: null });
  });

  test('that is refunded stays paid, and one that is not there has no checkout', async () => {
    order();
    const { proof } = await pays('order_1');
    await gateway.desk.refund(proof?.gateway_payment_id ?? '', undefined, 0);
    expect(shown('order_1')).toMatchObject({ status: 'paid', proof });
    expect(() => shown('order_2')).toThrow('The id provided does not exist');
    await expect(pays(proof?.gateway_payment_id ?? '')).rejects.toThrow('The id provided does not exist');
  });
});

describe('a mandate', () => {
  beforeEach(mandate);
  const status = () => gateway.desk.book.need('token', 'token_1').recurring_details.status;

  test('says what it allows, and is confirmed with its payment', async () => {
    const limits = { method: 'upi', max_amount_paise: 1_500_000, valid_until: '2030-03-17T17:46:40Z' };
    expect(shown('order_1')).toMatchObject({ kind: 'mandate', status: 'open', amount_paise: 100, mandate: limits });
    const { proof } = await pays('order_1');
    expect([status(), shown('order_1').status]).toEqual(['confirmed', 'paid']);
    expect(told()).toEqual(['payment.authorized', 'payment.captured', 'order.paid', 'token.confirmed']);
    const [, captured, , confirmed] = events();
    const payment = { id: proof?.gateway_payment_id, token_id: 'token_1', customer_id: 'cust_1', method: 'upi' };
    expect(captured.payload.payment.entity).toMatchObject(payment);
    expect(Object.keys(confirmed.payload)).toEqual(['token']);
    expect(confirmed.payload.token.entity).toMatchObject({ id: 'token_1', recurring: true });
  });

  test.each(['failure', 'cancel'] as const)('is rejected for good by %s', async (outcome) => {
    expect(await pays('order_1', outcome)).toMatchObject({ status: 'rejected', proof: null });
    expect([status(), told()]).toEqual(['rejected', ['payment.failed', 'token.rejected']]);
    await expect(pays('order_1')).rejects.toThrow('the mandate order_1 is rejected; it cannot be paid');
    await expect(gateway.desk.pay('order_1', 'success', 0)).rejects.toThrow('The token is rejected');
    await expect(gateway.desk.decide('token_1', 'approve', 0)).rejects.toThrow('The token is rejected');
    expect([status(), gateway.desk.book.list('payment')]).toMatchObject(['rejected', [{ status: 'failed' }]]);
  });

  test('is decided by whatever pays its order, once', async () => {
    await gateway.desk.pay('order_1', 'success', 0);
    expect(status()).toBe('confirmed');
    await expect(gateway.desk.decide('order_1', 'reject', 0)).rejects.toThrow('The token is confirmed');
    await expect(gateway.desk.pay('order_1', 'failure', 0)).rejects.toThrow('Payment already done for this order.');
    expect(status()).toBe('confirmed');
  });
});

describe('a subscription', () => {
  const subscribed = (status: string) => ['subscription.authenticated', 'subscription.activated'].includes(status);

  test('whose first payment fails was never begun; then it is paid once, with the proof of its payment', async () => {
    subscription();
    const open = { kind: 'subscription', status: 'open', amount_paise: 58_882, plan: 'standard', receipt: null };
    expect(shown('sub_1')).toMatchObject({ ...open, failure: null, proof: null });
    expect(await pays('sub_1', 'failure')).toMatchObject({ ...open, failure: declined });
    expect(await pays('sub_1', 'cancel')).toMatchObject({ ...open, failure: cancelled });
    expect(told()).toEqual(['payment.failed', 'payment.failed']);
    expect(gateway.desk.book.need('subscription', 'sub_1').status).toBe('created');
    const { status, proof } = await pays('sub_1');
    expect(told().filter(subscribed)).toHaveLength(2);
    const gateway_payment_id = proof?.gateway_payment_id;
    expect([status, proof?.gateway_signature]).toEqual(['paid', signed(`${gateway_payment_id}|sub_1`)]);
    await expect(pays('sub_1')).rejects.toThrow('the subscription sub_1 is paid; it cannot be paid');
    expect(gateway.desk.book.list('payment').filter(({ captured }) => captured)).toHaveLength(1);
  });

  test('whose later payments fail is pending, then halted, and active again once it is paid', async () => {
    subscription();
    await pays('sub_1');
    const fails = () => gateway.desk.subscribe('sub_1', 'failure', 1);
    const now = () => gateway.desk.book.need('subscription', 'sub_1').status;
    for (const status of ['pending', 'halted', 'halted']) {
      await fails();
      expect([now(), shown('sub_1').status]).toEqual([status, 'open']);
    }
    hook.received.length = 0;
    expect(await pays('sub_1')).toMatchObject({ status: 'paid', failure: null });
    expect(told().filter(subscribed)).toEqual(['subscription.activated']);
    expect(now()).toBe('active');
  });

  test.each(['cancelled', 'completed', 'expired'])('that is %s is closed', async (status) => {
    subscription({ status });
    expect(shown('sub_1')).toMatchObject({ status: 'closed', proof: null });
    await expect(pays('sub_1')).rejects.toThrow('the subscription sub_1 is closed; it cannot be paid');
  });
});
