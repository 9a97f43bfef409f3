/*
 * Which keys are one key at any size. A key with an id belongs to one account, machine or host, and there are more of
 * them where there are more of those. A key without one is the same for all.
 */

const shard = /^\d{1,4}$/;

/** A part of a key that is an id: it has a digit or an @, and is too long for a shard's number. */
const isId = (part: string): boolean => (/[\d@]/.test(part) && part.length > 4) || /^[\w-]{22,}$/.test(part);

/** The form of a key: `A#<id>#wallet` of every account's wallet, `METERING#<n>` of the shards of an index. */
export function familyOf(key: string): string {
  const [first = '', ...parts] = key.split('#');
  return [first, ...parts.map((part) => (shard.test(part) ? '<n>' : isId(part) ? '<id>' : part))].join('#');
}

/** Whether there is one such key, or a fixed number of shards of it, however large the platform is. */
export const isShared = (family: string): boolean => !family.includes('<id>');
