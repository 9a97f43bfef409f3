import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';

/** The private key of a host, and the half of it that the control plane knows. */
export interface HostKey {
  readonly jwk: JWK;
  readonly public_key: string;
}

/** A new Ed25519 key. */
export const newKey = (): HostKey => keyOf(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK);

const keyOf = (jwk: JWK): HostKey => ({ jwk, public_key: String(jwk.x) });

/** The key in a file. Throws where that has another thing, and says no more of it. */
export function readKey(file: string): HostKey {
  const text = readFileSync(file, 'utf8');
  try {
    const jwk = JSON.parse(text) as JWK;
    if (jwk.kty === 'OKP' && typeof jwk.x === 'string' && typeof jwk.d === 'string') return keyOf(jwk);
  } catch {
    // Its message would quote the key.
  }
  throw new Error(`${file} is not the key of a host`);
}
