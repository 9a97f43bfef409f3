import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { type Jwks, parseJwks } from './key-set.ts';

/**
 * The public keys of a secret. A secret without a value has none, so that no token verifies before the first signature.
 */
export const secretJwks = keySecretReader<Jwks>({ parse: parseJwks, absent: () => ({ keys: [] }) });
