import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Razorpay from 'razorpay';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewayKeys } from '#lib/local/gateway/keys.ts';
import { type LocalGateway, startGateway } from '#lib/local/gateway/start.ts';
import { receiver } from '#test/support/receiver.ts';

/* Razorpay's own client against the simulator. */

let dir: string;
let gateway: LocalGateway;
let client: Razorpay;
let hook: Awaited<ReturnType<typeof receiver>>;
let answers: number[] = [];
beforeAll(async () => {
  hook = await receiver(() => answers.shift() ?? 200);
});
afterAll(() => hook.close());

async function start() {
  const keyFile = join(dir, 'keys.json');
  const log = { warn: () => undefined };
  gateway = await startGateway({ dir, keyFile, webhookUrl: hook.url, log, patience: 20 });
  client = clientOf(gatewayKeys(keyFile));
}

function clientOf({ key_id, key_secret }: { key_id: string; key_secret: string }): Razorpay {
  const made = new Razorpay({ key_id, key_secret });
  (made as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL = gateway.url;
  return made;
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-test-gateway-'));
  hook.received.length = 0;
  answers = [];
  await start();
});
afterEach(async () => {
  await gateway.close();
  rmSync(dir, { recursive: true, force: true });
});

const order = (receipt: string) =>
  client.orders.create({ amount: 11_800, currency: 'INR', receipt, unique_receipt: true } as never);

describe('an order', () => {
  test('is one for one receipt, and is found under it', async () => {
    const first = await order('ord-1');
    expect(await order('ord-1')).toEqual(first);
    expect((await client.orders.all({ receipt: 'ord-1' } as never)).items).toEqual([first]);
  });

  test('and its payment are there after a restart', async () => {
    const { id } = await order('ord-1');
    const { gateway_payment_id } = await gateway.desk.pay(id, 'success', 0);
    await gateway.close();
    await start();
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid', amount_paid: 11_800 });
    expect((await client.orders.fetchPayments(id)).items).toMatchObject([{ id: gateway_payment_id, captured: true }]);
  });

  test('is refused in Razorpay’s own shape', async () => {
    const refused = client.orders.create({ amount: 1, currency: 'INR' });
    await expect(refused).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String), field: 'amount' },
    });
    const stranger = clientOf({ key_id: 'rzp_test_x', key_secret: 'y' });
    await expect(stranger.orders.fetch('order_x')).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe('webhooks', () => {
  test('are signed, and repeated under one id', async () => {
    const { id } = await order('ord-1');
    await gateway.desk.pay(id, 'success', 2);
    const sent = hook.received.map(({ headers, body }) => ({
      id: headers['x-razorpay-event-id'],
      ...JSON.parse(body),
    }));
    expect(sent.map(({ event }) => event)).toEqual(
      ['payment.authorized', 'payment.captured', 'order.paid'].flatMap((name) => [name, name]),
    );
    expect(new Set(sent.map((one) => one.id)).size).toBe(3);
    const { webhook_secret } = gatewayKeys(join(dir, 'keys.json'));
    for (const { headers, body } of hook.received) {
      expect(Razorpay.validateWebhookSignature(body, String(headers['x-razorpay-signature']), webhook_secret)).toBe(
        true,
      );
    }
  });

  test('that are not taken come again, after a restart too', async () => {
    answers = [500, 500, 500];
    const { id } = await order('ord-1');
    await gateway.desk.pay(id, 'failure', 1);
    await gateway.close();
    await start();
    await expect.poll(() => hook.received.length).toBe(4);
    expect(new Set(hook.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1);
  });
});

describe('a mandate', () => {
  const token = { max_amount: 1_500_000, frequency: 'as_presented' };
  const mandate = async () => {
    const customer = await client.customers.create({ name: 'A', email: 'a@example.com', fail_existing: 0 } as never);
    const first = await client.orders.create({
      amount: 100,
      currency: 'INR',
      method: 'upi',
      customer_id: customer.id,
      token,
    } as never);
    const { items } = await client.customers.fetchTokens(customer.id);
    return { customer, first, token: items[0] as { id: string } };
  };
  const debit = async ({ customer, token: { id } }: Awaited<ReturnType<typeof mandate>>, amount: number) => {
    const { id: order_id } = await client.orders.create({ amount, currency: 'INR' });
    const given = { amount, currency: 'INR', order_id, customer_id: customer.id, token: id, recurring: '1' };
    return client.payments.createRecurringPayment(given as never);
  };

  test('debits once it is approved, up to its maximum', async () => {
    const made = await mandate();
    await expect(debit(made, 10_000)).rejects.toMatchObject({ statusCode: 400 });
    await gateway.desk.decide(made.first.id, 'approve', 0);
    expect(await client.customers.fetchToken(made.customer.id, made.token.id)).toMatchObject({
      recurring_details: { status: 'confirmed' },
    });
    expect(await debit(made, 10_000)).toMatchObject({ razorpay_payment_id: expect.stringMatching(/^pay_/) });
    await expect(debit(made, 1_500_001)).rejects.toMatchObject({ error: { field: 'amount' } });
    await client.customers.deleteToken(made.customer.id, made.token.id);
    await expect(debit(made, 10_000)).rejects.toMatchObject({ error: { field: 'token' } });
  });
});

test('a subscription is paid cycle by cycle, and cancelled', async () => {
  const item = { name: 'Business', amount: 99_900, currency: 'INR' };
  const plan = await client.plans.create({ period: 'monthly', interval: 1, item });
  const { id } = await client.subscriptions.create({ plan_id: plan.id, total_count: 12 });
  await gateway.desk.subscribe(id, 'success', 0);
  await gateway.desk.subscribe(id, 'success', 0);
  expect(await client.subscriptions.fetch(id)).toMatchObject({ status: 'active', paid_count: 2, remaining_count: 10 });
  expect(await client.subscriptions.cancel(id)).toMatchObject({ status: 'cancelled' });
});
