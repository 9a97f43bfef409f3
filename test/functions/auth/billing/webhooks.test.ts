import { describe, expect, test } from 'vitest';
import { handler as receive } from '#functions/auth/billing/receive-webhook.ts';
import { handler as refundsSchedule } from '#functions/scheduled/refunds.ts';
import { advanceClock } from '#lib/testing/functions/clock.ts';
import { eventOf, told, webhookEvent } from '#test/support/billing/gateway.ts';
import { invoicesOf, ordered, orderOf, paid, toppedUp } from '#test/support/billing/topups.ts';
import { booksOf } from '#test/support/billing/wallets.ts';
import { asha, balanceOf, gateway, usePayer } from './support.ts';

usePayer();

describe('a refund', () => {
  test('takes its part from the wallet, with a credit note, and the rest likewise', async () => {
    const order = await toppedUp(gateway, asha);
    await gateway.desk.refund(order.gateway_payment_id!, 59_000, 3);
    expect(await orderOf(asha, order)).toMatchObject({ status: 'paid' });
    expect(await balanceOf(asha)).toBe(100_000);
    await gateway.desk.refund(order.gateway_payment_id!, undefined, 3);
    expect(await orderOf(asha, order)).toMatchObject({ status: 'refunded' });
    expect(await balanceOf(asha)).toBe(50_000);
    const notes = await invoicesOf(asha, { kind: 'credit_note' });
    expect(notes.map((note) => [note.taxable_paise, note.cgst_paise, note.credited_invoice_id])).toEqual([
      [50_000, 4_500, order.invoice_id],
      [50_000, 4_500, order.invoice_id],
    ]);
  });

  test('that is told before its payment credits that first', async () => {
    const order = await ordered(asha);
    const { gateway_payment_id } = await paid(gateway, order, 0);
    await gateway.desk.refund(gateway_payment_id, undefined, 1);
    const sources = (await booksOf(asha.account_id)).map(({ type }) => type);
    expect(sources).toEqual(['credit', 'topup', 'refund']);
    expect(await balanceOf(asha)).toBe(50_000);
  });

  test('of which nobody told is found by asking', async () => {
    const order = await toppedUp(gateway, asha);
    await gateway.desk.refund(order.gateway_payment_id!, undefined, 0);
    advanceClock(2 * 3600);
    await refundsSchedule();
    expect(await orderOf(asha, order)).toMatchObject({ status: 'refunded' });
    advanceClock(2 * 3600);
    await refundsSchedule();
    expect(await balanceOf(asha)).toBe(50_000);
  });
});

describe('a webhook', () => {
  test('is refused unless the gateway signed its bytes', async () => {
    const reply = await told(gateway, { event: 'payment.captured' }, { 'x-razorpay-signature': '0'.repeat(64) });
    expect(reply.status).toBe(401);
    expect(reply.body.error).toBe("X-Razorpay-Signature: is not the payment gateway's for these bytes");
  });

  test.each([
    [
      'of a foreign order',
      eventOf({ id: 'pay_x', order_id: 'order_x', status: 'captured', amount: 1, currency: 'INR' }),
    ],
    ['of an unknown kind', { event: 'invoice.expired', payload: {} }],
  ])('%s is received, and nothing more', async (_, body) => {
    expect(await told(gateway, body)).toEqual({ status: 200, body: { received: true } });
  });

  test('that cannot be accounted for now comes again', async () => {
    const order = await ordered(asha);
    const dead = process.env.SVC_TABLE;
    process.env.SVC_TABLE = 'no-such-table';
    const proof = await paid(gateway, order, 1).finally(() => {
      process.env.SVC_TABLE = dead;
    });
    expect(proof.gateway_payment_id).toMatch(/^pay_/);
    await expect.poll(async () => (await orderOf(asha, order)).status).toBe('paid');
  });

  test('of another gateway has no address', async () => {
    const event = webhookEvent('{}', {});
    expect((await receive({ ...event, pathParameters: { gateway: 'stripe' } })).statusCode).toBe(404);
  });
});
