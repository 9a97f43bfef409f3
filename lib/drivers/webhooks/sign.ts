import { createHmac } from 'node:crypto';

/**
 * The X-Svc-Signature: `t=<epoch seconds>,v1=<HMAC-SHA256 of "<t>.<body>" under the secret, in hex>`. The receiver
 * computes the same over the body's bytes, and refuses a `t` that is too old.
 */
export function signed(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
