import { expiryIndex, keys } from '#lib/store/keys.ts';
import { all, query } from './read.ts';
import { put, remove, type Write } from './write.ts';

/** When an instance is to be terminated by itself (civil clock). */
export interface Expiry {
  account_id: string;
  instance_id: string;
  expires_at: string;
}

export const putExpiry = (expiry: Expiry): Write =>
  put({ ...keys.expiry(expiry.instance_id), gsi1pk: expiryIndex, gsi1sk: expiry.expires_at, ...expiry });

export const removeExpiry = (instance: string): Write => remove(keys.expiry(instance));

/** The expiries that are due at this moment (RFC 3339), earliest first. */
export const dueExpiries = (now: string) => all<Expiry>({ pk: expiryIndex, index: 'gsi1', upTo: now });

/** When the next one is due, or null. */
export async function nextExpiry(): Promise<string | null> {
  const { items } = await query<Expiry>({ pk: expiryIndex, index: 'gsi1', limit: 1 });
  return items[0]?.expires_at ?? null;
}
