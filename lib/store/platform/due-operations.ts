import { allWork } from '#lib/model/platform/spread.ts';
import { deadlineIndex, outboxIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from './lists.ts';
import { type Deadline, deadlineShard, intentShard, sortable } from './outbox.ts';
import { all, due, type Found } from './read.ts';
import { firstOfPlaces, placesOf } from './shards.ts';

/** Overdue intents. */
export const dueIntents = (now: number) => due(outboxIndex, sortable(now), intentShard);

/** When the earliest intent is overdue (real clock, epoch milliseconds); undefined where there is none. */
export async function nextIntent(): Promise<number | undefined> {
  const first = await firstOfPlaces(outboxIndex, allWork);
  return first && Number(first.gsi1sk);
}

/** Operations that are past their deadline. */
export const dueDeadlines = (now: number) => due(deadlineIndex, sortable(now), deadlineShard);

/**
 * Some of the overdue operations in the order of their deadlines, starting after `after` (its operation and due time).
 */
export async function overdue(now: number, stretch: Stretch): Promise<Rows<Deadline>> {
  const { newestFirst, limit } = stretch;
  const parts = await Promise.all(placesOf(deadlineIndex, allWork).map(({ pk }) => overdueAt(pk, now, stretch)));
  const rows = parts.flat().toSorted((a, b) => (newestFirst ? inOrder(b, a) : inOrder(a, b)));
  return { rows: rows.slice(0, limit), isMore: rows.length > limit };
}

/** The next overdue operations of one place: at least one more than the limit, if there are so many. */
async function overdueAt(
  pk: typeof deadlineIndex,
  now: number,
  { after, limit, newestFirst }: Stretch,
): Promise<Found<Deadline>[]> {
  const from = after && { ...keys.deadline(after.id), gsi1sk: sortable(Number(after.name)) };
  const least = newestFirst ? sortable(0) : (from?.gsi1sk ?? sortable(0));
  const most = newestFirst ? (from?.gsi1sk ?? sortable(now)) : sortable(now);
  const rows: Found<Deadline>[] = [];
  // Besides its rows a page has `after`, and the one by which the end is seen.
  for await (const item of all({ pk, index: 'gsi1', between: [least, most], limit: limit + 3, newestFirst })) {
    // Of equal times the index gives no order, so all of them are read.
    if (rows.length > limit && item.gsi1sk !== rows.at(-1)?.gsi1sk) break;
    if (!from || isAfter(item, from, newestFirst)) rows.push(item);
  }
  return rows;
}

interface Placed {
  readonly pk: string;
  readonly gsi1sk?: string | undefined;
}

const isAfter = (one: Placed, other: Placed, newestFirst: boolean): boolean =>
  newestFirst ? inOrder(one, other) < 0 : inOrder(one, other) > 0;

/** The order of the list: by deadline, and of equal ones by operation. */
function inOrder(a: Placed, b: Placed): number {
  const [one, other] = [`${a.gsi1sk}#${a.pk}`, `${b.gsi1sk}#${b.pk}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
