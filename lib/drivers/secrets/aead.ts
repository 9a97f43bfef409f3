import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Thrown for sealed text that cannot be opened: altered, sealed for another context or key, or invalid. It never says
 * which.
 */
export class UnsealError extends Error {
  constructor() {
    super('sealed text cannot be opened');
    this.name = 'UnsealError';
  }
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts well-formed text by AES-256-GCM: random 96-bit IV, ciphertext, 128-bit tag. Random IVs are safe for 2^32
 * texts under one key (NIST SP 800-38D, 8.3). Throws TypeError for lone surrogates, which UTF-8 would change.
 */
export function encrypt(key: Buffer, plaintext: string, associated: string): Buffer {
  if (!plaintext.isWellFormed()) throw new TypeError('text to seal must be well-formed Unicode');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated));
  return Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the text of `encrypt` under the same key and associated text; throws UnsealError otherwise. */
export function decrypt(key: Buffer, sealed: Buffer, associated: string): string {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new UnsealError();
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associated));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError();
  }
}

/**
 * The bytes of canonical base64url. Throws UnsealError for any other spelling, so that sealed text has exactly one
 * form.
 */
export function fromBase64url(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new UnsealError();
  return bytes;
}
