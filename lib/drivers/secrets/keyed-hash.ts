import { createHmac } from 'node:crypto';
import { secretKeys } from './secret-keys.ts';

/** The purposes of keyed hashes. Each purpose has its own key. */
export type HashPurpose = 'idempotency-key' | 'cursor' | 'one-time-code' | 'recovery-code' | 'document-link';

/** HMAC-SHA256 in base64url (43 characters) under the key of this purpose; equal texts give equal hashes. */
export async function keyedHash(purpose: HashPurpose, text: string): Promise<string> {
  return createHmac('sha256', (await secretKeys()).hashing(purpose))
    .update(text)
    .digest('base64url');
}
