import { setting } from '#lib/model/platform/settings.ts';
import { mostShards, type Share } from '#lib/model/platform/spread.ts';
import type { Partition } from '#lib/store/records.ts';
import { type Found, firstOfIndex } from './read.ts';
import { transact, unlessStale, update } from './write.ts';

/*
 * An index of work is one part of gsi1 on a laptop. A deployment divides it into shards, since all of its writes go
 * through it and a key takes 1,000 units a second. Readers look at every place where an item may be: a release before
 * had no shards, and their number may change.
 */

/** A part of the index that has work. */
export interface Place<T> {
  readonly pk: Partition<T>;
  /** Whether nothing is put there any more. What is found there is moved to where it would be put. */
  readonly isLeft: boolean;
}

/** The places of an index that a run looks at. Each belongs to one run of those that share the work. */
export function placesOf<T>(index: Partition<T>, { run, of }: Share): Place<T>[] {
  const shards = setting('SVC_SHARDS');
  const count = shards === 0 ? 0 : mostShards;
  const places: Place<T>[] = [{ pk: index, isLeft: shards > 1 }];
  for (let shard = 0; shard < count; shard++)
    places.push({ pk: `${index}#${shard}`, isLeft: shards === 1 || shard >= shards });
  return places.filter((_, at) => at % of === run);
}

/** The item that is due first in all places of a run; undefined where there is none. */
export async function firstOfPlaces<T>(index: Partition<T>, share: Share): Promise<Found<T> | undefined> {
  const firsts = await Promise.all(placesOf(index, share).map(({ pk }) => firstOfIndex(pk)));
  return firsts
    .flatMap((first) => first ?? [])
    .toSorted((a, b) => compare(a.gsi1sk, b.gsi1sk))
    .at(0);
}

const compare = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** Moves an item within the index. Does nothing where another write has moved or removed it since it was read. */
export async function rehome<T extends object>(
  { pk, sk, gsi1pk, gsi1sk }: Found<T>,
  home: Partition<T>,
): Promise<void> {
  const isThere = [['gsi1pk', '=', gsi1pk] as const, ['gsi1sk', '=', gsi1sk] as const];
  await unlessStale(transact([update<object>({ pk, sk }, { set: { gsi1pk: home } }, isThere)]));
}
