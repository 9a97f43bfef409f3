import { createHmac } from 'node:crypto';
import { secretKeys } from './secret-keys.ts';

/** What keyed hashes are made for; one purpose's hash says nothing about another's. */
export type HashPurpose = 'idempotency-key' | 'cursor' | 'one-time-code' | 'recovery-code' | 'document-link';

/** HMAC-SHA256 in base64url (43 characters) under a key of this purpose alone; the same text gives the same hash. */
export async function keyedHash(purpose: HashPurpose, text: string): Promise<string> {
  return createHmac('sha256', (await secretKeys()).hashing(purpose))
    .update(text)
    .digest('base64url');
}
