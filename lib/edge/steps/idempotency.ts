import type { Exchange } from '#lib/edge/exchange.ts';
import { answerFromKey, claimKey, readKey } from '#lib/edge/keyed.ts';

/**
 * Steps 6 and 7: what the Idempotency-Key says comes before what the schema says, so an invalid body first looks the key
 * up. A valid request claims its key beside the verb's reads.
 */
export async function idempotency(exchange: Exchange): Promise<void> {
  const key = exchange.request.reads ? undefined : readKey(exchange.request.headers['idempotency-key']);
  if (exchange.invalid) {
    if (key) await answerFromKey(exchange, key);
    throw exchange.invalid;
  }
  if (key) exchange.keyed = await claimKey(exchange, key);
}
