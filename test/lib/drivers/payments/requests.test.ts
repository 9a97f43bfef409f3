import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GatewayUnknown } from '#lib/drivers/payments/gateway.ts';
import { endMandate, mandateOf } from '#lib/drivers/payments/mandates.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { chargesOf, subscriptionOfInvoice } from '#lib/drivers/payments/subscriptions.ts';
import { all, calls, charge, list, notes, order } from './documented.ts';
import { loopback } from './loopback.ts';

let gateway: Awaited<ReturnType<typeof loopback>>;
beforeAll(async () => {
  gateway = await loopback();
});
beforeEach(() => {
  gateway.sent.length = 0;
});
afterAll(() => gateway.close());

test.each(calls)('%s', async (_, call, request, body, reply, answer) => {
  gateway.says(200, reply);
  expect(await call()).toEqual(answer);
  expect(gateway.sent).toMatchObject([{ request, body }]);
});

const entities = calls.filter(([name]) => name !== 'a debit' && !name.endsWith('mandate’s end'));
test.each(entities.map(([name, call]) => [name, call] as const))(
  '%s: an empty object is no reply',
  async (name, call) => {
    gateway.says(200, {});
    if (name === 'the subscription of an invoice') return expect(await call()).toBeUndefined();
    await expect(call()).rejects.toThrow(GatewayUnknown);
  },
);

test('lists go on for as long as they are full', async () => {
  const charges = Array.from({ length: 100 }, () => charge);
  gateway.answer = (res) => res.end(JSON.stringify(list(...(gateway.sent.length < 2 ? charges : [charge]))));
  expect((await all(chargesOf('sub_1'))).map(({ length }) => length)).toEqual([100, 1]);
  expect(gateway.sent.map(({ request }) => request.split('&').at(-1))).toEqual(['skip=0', 'skip=100']);
});

describe('an order whose outcome is not known', () => {
  const wanted = { receipt: 'ord-1', amount_paise: 11_800, notes };
  const lost = (items: object[]) => {
    gateway.answer = (res) => (gateway.sent.length === 1 ? res.destroy() : res.end(JSON.stringify(list(...items))));
  };

  test('is looked for under its receipt', async () => {
    lost([{ ...order, id: 'order_2', receipt: 'ord-12' }, order]);
    expect(await razorpay.createOrder(wanted)).toMatchObject({ id: 'order_1' });
    expect(gateway.sent.map(({ request }) => request)).toEqual(['POST /v1/orders', 'GET /v1/orders?receipt=ord-1']);
  });

  test('stays so where there is none, and a refused one is not looked for', async () => {
    lost([{ ...order, receipt: 'ord-12' }]);
    await expect(razorpay.createOrder(wanted)).rejects.toThrow('did not answer: create an order');
    gateway.sent.length = 0;
    gateway.says(400, { error: { description: 'no', field: 'amount' } });
    await expect(razorpay.createOrder(wanted)).rejects.toMatchObject({ status: 400, message: 'no', field: 'amount' });
    expect(gateway.sent).toHaveLength(1);
  });
});

test('what the gateway refuses to know is nothing; what it does not answer is not', async () => {
  const shows = [
    () => razorpay.payment('pay_1'),
    () => mandateOf('cust_1', 'token_1'),
    () => subscriptionOfInvoice('inv_1'),
    () => endMandate('cust_1', 'token_1'),
  ];
  gateway.says(400, { error: { description: 'The id provided does not exist' } });
  for (const show of shows) expect(await show()).toBeUndefined();
  gateway.says(500, {});
  for (const show of shows) await expect(show()).rejects.toThrow(GatewayUnknown);
  gateway.says(401, {});
  await expect(razorpay.payment('pay_1')).rejects.toMatchObject({ status: 401 });
});
