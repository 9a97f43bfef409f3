import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { rotateWhenDue } from '#lib/drivers/tokens/signing-keys.ts';

/** Rotates the signing keys when due, every 30 days. The next key is published 30 days before it signs. */
export async function rotateKeys(): Promise<{ next_at: string }> {
  return { next_at: (await rotateWhenDue(civilNow())).toISOString() };
}
