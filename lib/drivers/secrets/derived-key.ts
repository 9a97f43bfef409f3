import { hkdfSync, randomBytes } from 'node:crypto';
import { decrypt, encrypt, fromBase64url, UnsealError } from './aead.ts';
import { secretKeys } from './secret-keys.ts';

const PREFIX = 'd1.';
const SALT_BYTES = 16;

/**
 * Seals text so that only `secret` opens it (contract 0.6). The table alone is not enough. `secret` is a client's
 * Idempotency-Key or a refresh token. Throws TypeError where it is empty.
 */
export async function sealWithDerivedKey(secret: string, plaintext: string, context: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(secret, salt);
  return PREFIX + Buffer.concat([salt, encrypt(key, plaintext, PREFIX + context)]).toString('base64url');
}

/** Opens text of `sealWithDerivedKey`; throws UnsealError for another secret or context, or altered text. */
export async function openWithDerivedKey(secret: string, sealed: string, context: string): Promise<string> {
  if (!sealed.startsWith(PREFIX)) throw new UnsealError();
  const bytes = fromBase64url(sealed.slice(PREFIX.length));
  const key = await deriveKey(secret, bytes.subarray(0, SALT_BYTES));
  return decrypt(key, bytes.subarray(SALT_BYTES), PREFIX + context);
}

async function deriveKey(secret: string, salt: Buffer): Promise<Buffer> {
  if (secret === '') throw new TypeError('the secret to derive a key from must not be empty');
  // Clients choose keys like "order-17". Without the pepper, the table alone would allow offline guesses.
  const pepper = (await secretKeys()).hashing('derived-key-pepper');
  return Buffer.from(hkdfSync('sha256', secret, Buffer.concat([pepper, salt]), 'svc/derived-key', 32));
}
