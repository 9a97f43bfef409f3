import { createHash } from 'node:crypto';
import { instanceTypes } from '#lib/model/platform/catalog.ts';

/* A host's position in the directory: its shard, its class and its spot. */

/** The shards of the index of offers, so that none of its keys is hot. */
export const shards = [0, 1, 2, 3] as const;

/** The classes of hosts: the memory sizes of instance types, smallest first, and 0 for a full host. */
export const classes: readonly number[] = [...new Set([0, ...instanceTypes.map(({ ram }) => ram)])].sort(
  (a, b) => a - b,
);

/** The largest class that fits into this free memory. */
export const classOf = (freeMib: number): number => classes.findLast((size) => size <= freeMib) ?? 0;

const spotDigits = 8;

/** The shard of a host and its spot within every class: pseudo-random, but always the same for a host. */
export function placeOf(host: string): { shard: number; spot: string } {
  const hash = createHash('sha256').update(host).digest();
  return { shard: hash.readUInt8(0) % shards.length, spot: hash.toString('hex', 1, 1 + spotDigits / 2) };
}

/** A random spot, at which a Query begins. */
export const randomSpot = (): string =>
  Math.floor(Math.random() * 16 ** spotDigits)
    .toString(16)
    .padStart(spotDigits, '0');
