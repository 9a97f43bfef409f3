import { jwks } from '#lib/drivers/tokens/public-keys.ts';

/** The public keys that verify access tokens, as RFC 7517 has them: also the next one, and those just retired. */
export const getJwks = () => jwks();
