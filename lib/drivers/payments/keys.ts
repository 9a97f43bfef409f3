import { createHmac } from 'node:crypto';
import { KeyFileError, keyFileReader } from '#lib/drivers/secrets/key-file.ts';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import { setting } from '#lib/model/platform/settings.ts';

/** A merchant's keys at the gateway. */
export interface GatewayKeys {
  /** Public: a checkout page names it. */
  key_id: string;
  key_secret: string;
  webhook_secret: string;
}

const fromFile = keyFileReader<GatewayKeys>({ parse, secret: true });

let fromSecret: Promise<(secret: string) => Promise<GatewayKeys>> | undefined;

/**
 * Reads the keys from SVC_GATEWAY_SECRET (AWS Secrets Manager) if it is set, else from SVC_GATEWAY_KEY_FILE: JSON with
 * key_id, key_secret and webhook_secret. Throws KeyFileError when neither is set, or the content is unusable.
 */
export async function gatewayKeys(): Promise<GatewayKeys> {
  const secret = setting('SVC_GATEWAY_SECRET');
  if (secret) {
    fromSecret ??= import('#lib/drivers/secrets/key-secret.ts').then(({ keySecretReader }) =>
      keySecretReader({ parse }),
    );
    return (await fromSecret)(secret);
  }
  const path = setting('SVC_GATEWAY_KEY_FILE');
  if (!path) throw new KeyFileError('SVC_GATEWAY_KEY_FILE is not set; it names the file of the payment gateway’s keys');
  return fromFile(path);
}

function parse(text: string): GatewayKeys {
  const keys = JSON.parse(text) as GatewayKeys;
  for (const name of ['key_id', 'key_secret', 'webhook_secret'] as const) {
    if (typeof keys[name] !== 'string' || keys[name] === '') throw new KeyFileError(`has no ${name}`);
  }
  return { key_id: keys.key_id, key_secret: keys.key_secret, webhook_secret: keys.webhook_secret };
}

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
