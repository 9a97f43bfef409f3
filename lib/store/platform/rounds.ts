import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { type Found, get } from './read.ts';
import type { position } from './rounds.entity.ts';
import { put, remove, transact } from './write.ts';

/** The position of a scheduled task that processes an index partition in parts. */
export type Position = Stored<typeof position>;

/** The position of an item in its index. */
export const placeOf = ({ pk, sk, gsi1pk, gsi1sk }: Found<object>): Position => ({ pk, sk, gsi1pk, gsi1sk });

/** The position at which the last round stopped; undefined where it was complete. */
export const readPosition = async (index: string): Promise<Position | undefined> =>
  (await get(keys.round(index)))?.place;

/** Stores the position at which a round stopped, or that it was complete. */
export const savePosition = (index: string, place: Position | undefined): Promise<void> =>
  transact([place ? put({ ...keys.round(index), place }) : remove(keys.round(index))]);
