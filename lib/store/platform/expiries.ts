import type { Stored } from '#lib/store/entity.ts';
import { expiryIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { expiry } from './expiries.entity.ts';
import type { Clause } from './expressions.ts';
import { due, firstOfIndex } from './read.ts';
import { put, remove, type Write } from './write.ts';

/**
 * The time of an automatic action on a resource (civil clock): an instance is terminated, a snapshot is deleted, or the
 * owner of a certificate is notified of its expiry. `instance_id` is the resource's id.
 */
export type Expiry = Stored<typeof expiry>;

export const putExpiry = (expiry: Expiry): Write =>
  put({ ...keys.expiry(expiry.instance_id), gsi1pk: expiryIndex, gsi1sk: expiry.expires_at, ...expiry });

/** Moves a due expiry to another time, or removes it. Stale where it has changed since it was read. */
export const moveExpiry = (known: Expiry, next: string | null): Write => {
  const isKnown: readonly Clause<Expiry>[] = [['expires_at', '=', known.expires_at]];
  const key = keys.expiry(known.instance_id);
  if (next === null) return remove(key, isKnown);
  // The spread record comes first, since its index keys are those of the time when it was read.
  return put({ ...known, ...key, gsi1pk: expiryIndex, gsi1sk: next, expires_at: next }, isKnown);
};

export const removeExpiry = (instance: string): Write => remove(keys.expiry(instance));

/** The expiries that are due at `now` (RFC 3339), earliest first. */
export const dueExpiries = (now: string) => due(expiryIndex, now);

/** When the next expiry is due (RFC 3339), or null. */
export async function nextExpiry(): Promise<string | null> {
  return (await firstOfIndex(expiryIndex))?.expires_at ?? null;
}
