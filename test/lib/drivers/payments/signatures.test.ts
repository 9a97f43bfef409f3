import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPaymentProof, isWebhook } from '#lib/drivers/payments/keys.ts';
import { keys, loopback } from './loopback.ts';

let gateway: Awaited<ReturnType<typeof loopback>>;
beforeAll(async () => {
  gateway = await loopback();
});
afterAll(() => gateway.close());

describe('a signature', () => {
  const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const proof = hmac(keys.key_secret, 'order_1|pay_1');
  const webhook = hmac(keys.webhook_secret, '{"event":"₹"}');

  test('of a payment is of its order, by the key', async () => {
    expect(await isPaymentProof('order_1', 'pay_1', proof)).toBe(true);
    expect(await isPaymentProof('order_2', 'pay_1', proof)).toBe(false);
    expect(await isPaymentProof('order_1', 'pay_2', proof)).toBe(false);
    expect(await isPaymentProof('order_1', 'pay_1', hmac(keys.webhook_secret, 'order_1|pay_1'))).toBe(false);
  });

  test('of a webhook is of its very bytes, by its own secret', async () => {
    const body = Buffer.from('{"event":"₹"}');
    expect(await isWebhook(body, webhook)).toBe(true);
    expect(await isWebhook(Buffer.concat([body, Buffer.from(' ')]), webhook)).toBe(false);
    expect(await isWebhook(body, hmac(keys.key_secret, body.toString()))).toBe(false);
  });

  test.each(['', 'x', proof.slice(1), `${proof}0`, proof.toUpperCase(), `${proof.slice(0, -1)}é`, 'é'.repeat(64)])(
    'is not %j',
    async (given) => {
      expect(await isPaymentProof('order_1', 'pay_1', given)).toBe(false);
      expect(await isWebhook(Buffer.from('{"event":"₹"}'), given)).toBe(false);
    },
  );
});
