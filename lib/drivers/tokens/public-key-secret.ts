import { keySecretReader } from '#lib/drivers/secrets/key-secret.ts';
import { type Jwks, parseJwks } from './key-set.ts';

/** The public keys of a secret; none, so that no token is genuine, as long as nobody has signed anything. */
export const secretJwks = keySecretReader<Jwks>({ parse: parseJwks, absent: () => ({ keys: [] }) });
