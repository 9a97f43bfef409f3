import type { Exchange } from '#lib/edge/exchange.ts';
import { answerFromKey, claimKey, readKey } from '#lib/edge/keyed.ts';

/**
 * Steps 6 and 7: the Idempotency-Key takes precedence over the schema, so a request with an invalid body looks its key
 * up first. A valid request claims its key at the same time as the verb reads.
 */
export async function idempotency(exchange: Exchange): Promise<void> {
  const key = exchange.request.reads ? undefined : readKey(exchange.request.headers['idempotency-key']);
  if (exchange.invalid) {
    if (key) await answerFromKey(exchange, key);
    throw exchange.invalid;
  }
  if (key) exchange.keyed = await claimKey(exchange, key);
}
