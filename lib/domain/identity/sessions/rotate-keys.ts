import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { rotateWhenDue } from '#lib/drivers/tokens/signing-keys.ts';

/** Rotates the signing keys where they are due: every 30 days, the next one published as long before it signs. */
export async function rotateKeys(): Promise<{ next_at: string }> {
  return { next_at: (await rotateWhenDue(civilNow())).toISOString() };
}
