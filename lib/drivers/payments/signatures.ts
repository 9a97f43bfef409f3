import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import { gatewayKeys } from './keys.ts';

const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex');

/** Whether the gateway signed that this payment belongs to this order. */
export async function isPaymentProof(order: string, payment: string, signature: string): Promise<boolean> {
  const { key_secret } = await gatewayKeys();
  return equalInConstantTime(signature, hmac(key_secret, `${order}|${payment}`));
}

/** Whether the gateway signed these bytes as a webhook. */
export async function isWebhook(body: Buffer, signature: string): Promise<boolean> {
  const { webhook_secret } = await gatewayKeys();
  return equalInConstantTime(signature, hmac(webhook_secret, body));
}
