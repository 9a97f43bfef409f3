import { expiryIndex, keys } from '#lib/store/keys.ts';
import { all, firstOfIndex } from './read.ts';
import { put, remove, type Write } from './write.ts';

/** The time at which an instance is terminated automatically (civil clock). */
export interface Expiry {
  account_id: string;
  instance_id: string;
  expires_at: string;
}

export const putExpiry = (expiry: Expiry): Write =>
  put({ ...keys.expiry(expiry.instance_id), gsi1pk: expiryIndex, gsi1sk: expiry.expires_at, ...expiry });

export const removeExpiry = (instance: string): Write => remove(keys.expiry(instance));

/** The expiries that are due at `now` (RFC 3339), earliest first. */
export const dueExpiries = (now: string) => all<Expiry>({ pk: expiryIndex, index: 'gsi1', upTo: now });

/** When the next expiry is due (RFC 3339), or null. */
export async function nextExpiry(): Promise<string | null> {
  return (await firstOfIndex<Expiry>(expiryIndex))?.expires_at ?? null;
}
