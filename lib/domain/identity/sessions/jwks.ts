import { jwks } from '#lib/drivers/tokens/public-keys.ts';

/**
 * The public keys that verify access tokens, in the form of RFC 7517; includes the next key and recently retired keys.
 */
export const getJwks = () => jwks();
