import { formOf } from '#lib/drivers/sigv4/fields.ts';
import { countAgainst } from '#lib/edge/rate.ts';
import type { Authenticator } from './authenticator.ts';
import { besideOf } from './beside.ts';

let signer: Promise<typeof import('#lib/domain/identity/sessions/signer.ts')> | undefined;

/**
 * Signature Version 4 by an access key, in the Authorization header or the query (contract 0.11). A signature counts
 * for the whole of its few minutes, as AWS's does: programs that ask the same twice within a second sign the same, and
 * an effect that must not happen twice has its Idempotency-Key.
 */
export const signature: Authenticator = {
  applies: ({ request }) => formOf(request) !== undefined,
  async authenticate(exchange) {
    // Not before somebody signs: few do. Once: a loader that transpiles looks for the file at every import.
    signer ??= import('#lib/domain/identity/sessions/signer.ts');
    const { readSigner } = await signer;
    const proven = (user: string) => countAgainst(exchange, user);
    return readSigner(exchange.request, exchange.now, proven, besideOf(exchange));
  },
  credential: 'sigv4',
};
