import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { handler as receive } from '#functions/auth/billing/receive-webhook.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { eventOf, type TestGateway, testGateway, told, webhookEvent } from '#test/support/billing/gateway.ts';
import { ordered, orderOf, paid, payer } from '#test/support/billing/topups.ts';
import { walletOf } from '#test/support/billing/wallets.ts';

let gateway: TestGateway;
let asha: SignedUp;
/** Payments and orders that are there, so that what is strange is so in one place at a time too. */
let payment: object;
let ids: string[];
beforeAll(async () => {
  gateway = await testGateway();
  asha = await payer();
  const [open, settled] = [await ordered(asha), await ordered(asha)];
  const { gateway_payment_id } = await paid(gateway, settled);
  payment = gateway.desk.book.get(gateway_payment_id) ?? {};
  ids = [open.gateway_order_id, settled.gateway_order_id, gateway_payment_id];
});

const long = 'x'.repeat(3000);

test.each([
  ['too long', { id: `pay_${long}` }],
  ['in another alphabet', { id: 'pay_१२३/../orders' }],
  ['missing', { id: undefined }],
  ['a number', { id: 5 }],
  ['of an order: too long', { order_id: long }],
  ['of an order: an object', { order_id: { id: 'order_1' } }],
  ['right, its amount none', { amount: 'much' }],
  ['right, its status none', { status: ['captured'] }],
])('an event whose payment’s id is %s is received, and nothing more', async (_, strange) => {
  const before = await walletOf(asha.account_id);
  const reply = await told(gateway, eventOf({ ...payment, ...strange }));
  expect(reply).toEqual({ status: 200, body: { received: true } });
  expect(await walletOf(asha.account_id)).toEqual(before);
});

test('a failure in the bank’s own many words is kept in part', async () => {
  const order = await ordered(asha);
  const failed = { ...payment, id: 'pay_failed', order_id: order.gateway_order_id, status: 'failed' };
  const wordy = { ...failed, amount: order.total_paise, error_description: 'नहीं '.repeat(10_000) };
  expect(await told(gateway, eventOf(wordy, 'payment.failed'))).toMatchObject({ status: 200 });
  const { status, status_reason } = await orderOf(asha, order);
  expect([status, status_reason?.length]).toEqual(['attempted', 256]);
});

test.each(['', '[]', '"event"', '{}', '{"event":5}'])('the signed bytes %j are no event: 400', async (text) => {
  const { statusCode, body } = await sent(text);
  expect([statusCode, JSON.parse(body ?? '').error]).toEqual([400, expect.stringMatching(/^body: /)]);
});

/** What the handler answers to these bytes, signed. */
function sent(text: string) {
  const signature = createHmac('sha256', gateway.keys.webhook_secret).update(text).digest('hex');
  return receive(webhookEvent(text, { 'x-razorpay-signature': signature }));
}

const kinds = ['payment', 'refund', 'token', 'subscription', 'order'];
const fields = ['id', 'order_id', 'payment_id', 'invoice_id', 'status', 'amount', 'currency', 'error_description'];

test('no JSON that the gateway signed is answered with an error of ours', async () => {
  const known = fc.constantFrom(...ids, long, 'captured', 'processed', 'failed', 'INR', '', 118_000, -1, 1e300, null);
  const entity = fc.dictionary(fc.constantFrom(...fields), fc.oneof({ weight: 3, arbitrary: known }, fc.jsonValue()));
  const part = fc.oneof({ weight: 4, arbitrary: fc.record({ entity }) }, fc.jsonValue());
  const payload = fc.oneof({ weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...kinds), part) }, fc.jsonValue());
  const body = fc.oneof({ weight: 8, arbitrary: fc.record({ event: fc.string(), payload }) }, fc.jsonValue());
  const answers = async (json: unknown) => {
    const { statusCode, body: answer } = await sent(JSON.stringify(json));
    expect([200, 400], `answered ${statusCode} ${answer}`).toContain(statusCode);
  };
  await fc.assert(fc.asyncProperty(body, answers), { seed: 20_261_121, numRuns: 300 });
});
