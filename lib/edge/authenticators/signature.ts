import { readSigner } from '#lib/domain/sessions/signer.ts';
import { formOf } from '#lib/drivers/sigv4/fields.ts';
import { countAgainst } from '#lib/edge/rate.ts';
import type { Authenticator } from './authenticator.ts';

/**
 * Signature Version 4 by an access key, in the Authorization header or the query (specification 5.2). A signature counts
 * for the whole of its few minutes, as AWS's does: programs that ask the same twice within a second sign the same, and
 * an effect that must not happen twice has its Idempotency-Key.
 */
export const signature: Authenticator = {
  applies: ({ request }) => formOf(request) !== undefined,
  authenticate: (exchange) => readSigner(exchange.request, exchange.now, (user) => countAgainst(exchange, user)),
  credential: 'sigv4',
};
