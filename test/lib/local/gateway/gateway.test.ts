import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewayKeys } from '#lib/local/gateway/book.ts';
import type { Entity } from '#lib/local/gateway/entities.ts';
import { type LocalGateway, startGateway } from '#lib/local/gateway/start.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { receiver } from '#test/support/http/receiver.ts';

/* The requests and replies of Razorpay's documents against the simulator. */

let dir: string;
let gateway: LocalGateway;
let client: ReturnType<typeof clientOf>;
let hook: Awaited<ReturnType<typeof receiver>>;
let answers: number[] = [];
beforeAll(async () => {
  hook = await receiver(() => answers.shift() ?? 200);
});
afterAll(() => hook.close());

async function start() {
  const keyFile = join(dir, 'keys.json');
  const log = { warn: () => undefined };
  gateway = await startGateway({
    dir,
    keyFile,
    socketPath: join(dir, 'gateway'),
    webhookUrl: hook.url,
    log,
    retryDelayMs: 20,
  });
  client = clientOf(gatewayKeys(keyFile));
}

type Reply = { status: number; body: Entity };

/** A merchant's requests, as Razorpay's documents have them: refusals come back as they are. */
function clientOf({ key_id, key_secret }: { key_id: string; key_secret: string }) {
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`;
  const socketPath = socketOf(gateway.url) ?? '';
  return async (method: string, path: string, sent?: object): Promise<Reply> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      const made = request({ socketPath, method, path: `/v1${path}`, headers, agent: false }, resolve);
      made.on('error', reject).end(sent && JSON.stringify(sent));
    });
    return { status: reply.statusCode ?? 0, body: (await json(reply)) as Entity };
  };
}

/** What is not refused. */
async function made(method: string, path: string, sent?: object): Promise<Entity> {
  const { status, body } = await client(method, path, sent);
  expect(status).toBe(200);
  return body;
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
  made('POST', '/orders', { amount: 11_800, currency: 'INR', receipt, unique_receipt: true });

describe('an order', () => {
  test('is one for one receipt, and is found under it', async () => {
    const first = await order('ord-1');
    expect(await order('ord-1')).toEqual(first);
    expect((await made('GET', '/orders?receipt=ord-1')).items).toEqual([first]);
  });

  test('and its payment are there after a restart', async () => {
    const { id } = await order('ord-1');
    const { gateway_payment_id } = await gateway.desk.pay(id, 'success', 0);
    await gateway.close();
    await start();
    expect(await made('GET', `/orders/${id}`)).toMatchObject({ status: 'paid', amount_paid: 11_800 });
    const { items } = await made('GET', `/orders/${id}/payments`);
    expect(items).toMatchObject([{ id: gateway_payment_id, captured: true }]);
  });

  test('is refused in Razorpay’s own shape', async () => {
    expect(await client('POST', '/orders', { amount: 1, currency: 'INR' })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String), field: 'amount' } },
    });
    const stranger = clientOf({ key_id: 'rzp_test_x', key_secret: 'y' });
    expect((await stranger('GET', '/orders/order_x')).status).toBe(401);
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
      const signature = createHmac('sha256', webhook_secret).update(body).digest('hex');
      expect(headers['x-razorpay-signature']).toBe(signature);
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
    const customer = await made('POST', '/customers', { name: 'A', email: 'a@example.com', fail_existing: 0 });
    const wanted = { amount: 100, currency: 'INR', method: 'upi', customer_id: customer.id, token };
    const first = await made('POST', '/orders', wanted);
    const { items } = await made('GET', `/customers/${customer.id}/tokens`);
    return { customer, first, token: items[0] as { id: string } };
  };
  const debit = async ({ customer, token: { id } }: Awaited<ReturnType<typeof mandate>>, amount: number) => {
    const { id: order_id } = await made('POST', '/orders', { amount, currency: 'INR' });
    const given = { amount, currency: 'INR', order_id, customer_id: customer.id, token: id, recurring: '1' };
    return client('POST', '/payments/create/recurring', given);
  };

  test('debits once it is approved, up to its maximum', async () => {
    const given = await mandate();
    const at = `/customers/${given.customer.id}/tokens/${given.token.id}`;
    expect((await debit(given, 10_000)).status).toBe(400);
    await gateway.desk.decide(given.first.id, 'approve', 0);
    expect(await made('GET', at)).toMatchObject({ recurring_details: { status: 'confirmed' } });
    expect((await debit(given, 10_000)).body).toMatchObject({ razorpay_payment_id: expect.stringMatching(/^pay_/) });
    expect((await debit(given, 1_500_001)).body).toMatchObject({ error: { field: 'amount' } });
    await made('DELETE', at);
    expect((await debit(given, 10_000)).body).toMatchObject({ error: { field: 'token' } });
  });
});

test('a subscription is paid cycle by cycle, and cancelled', async () => {
  const item = { name: 'Business', amount: 99_900, currency: 'INR' };
  const plan = await made('POST', '/plans', { period: 'monthly', interval: 1, item });
  const { id } = await made('POST', '/subscriptions', { plan_id: plan.id, total_count: 12 });
  await gateway.desk.subscribe(id, 'success', 0);
  await gateway.desk.subscribe(id, 'success', 0);
  const paid = { status: 'active', paid_count: 2, remaining_count: 10 };
  expect(await made('GET', `/subscriptions/${id}`)).toMatchObject(paid);
  expect(await made('POST', `/subscriptions/${id}/cancel`)).toMatchObject({ status: 'cancelled' });
});
