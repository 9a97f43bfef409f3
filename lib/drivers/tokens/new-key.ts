import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import type { StoredKey } from './key-set.ts';

/** A new RSA-2048 key whose kid is its RFC 7638 thumbprint. */
export async function newSigningKey(status: StoredKey['status'], now: Date): Promise<StoredKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n: jwk.n as string, e: jwk.e as string });
  return { kid, status, created_at: now.toISOString(), jwk };
}
