import { keys } from '#lib/store/keys.ts';
import { get, query } from './read.ts';
import { put, remove, transact } from './write.ts';

/** What a scheduled task goes through: every item of a partition of the index, some at a time. */
type Place = Record<string, unknown>;

/** Where the last round was cut off, or undefined where it came to its end. */
export const readPlace = async (index: string): Promise<Place | undefined> =>
  (await get<{ place: Place }>(keys.round(index)))?.place;

/** Remembers where a round was cut off, or that it came to its end. */
export const keepPlace = (index: string, place: Place | undefined): Promise<void> =>
  transact([place ? put({ ...keys.round(index), place }) : remove(keys.round(index))]);

/** The next items of an index partition after a place. */
export async function nextOf<T>(
  index: string,
  after: Place | undefined,
  limit: number,
): Promise<{ items: T[]; last: Place | undefined }> {
  return query<T>({ pk: index, index: 'gsi1', after, limit });
}
