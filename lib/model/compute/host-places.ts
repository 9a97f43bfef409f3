import { createHash } from 'node:crypto';
import { instanceTypes } from '#lib/model/platform/catalog.ts';

/* Where a host stands in the directory: its shard, its class and its spot. */

/** The shards of the index of offers, so that no key of it is hot. */
export const shards = [0, 1, 2, 3] as const;

/** The classes of hosts: the sizes of memory that types of instances have, smallest first, and 0 for a full host. */
export const classes: readonly number[] = [...new Set([0, ...instanceTypes.map(({ ram }) => ram)])].sort(
  (a, b) => a - b,
);

/** The largest class that fits into so much free memory. */
export const classOf = (freeMib: number): number => classes.findLast((size) => size <= freeMib) ?? 0;

const spotDigits = 8;

/** The shard of a host, and its spot within every class: at random, and always the same. */
export function placeOf(host: string): { shard: number; spot: string } {
  const hash = createHash('sha256').update(host).digest();
  return { shard: hash.readUInt8(0) % shards.length, spot: hash.toString('hex', 1, 1 + spotDigits / 2) };
}

/** A spot at random: where a Query begins. */
export const randomSpot = (): string =>
  Math.floor(Math.random() * 16 ** spotDigits)
    .toString(16)
    .padStart(spotDigits, '0');
