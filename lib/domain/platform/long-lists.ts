import type { ListQuery, LogQuery } from '#lib/model/platform/lists.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import { type Rows, readAtMost, type Stretch } from '#lib/store/platform/lists.ts';
import type { Context } from './context.ts';
import { openPage } from './lists.ts';

interface Reading<T> {
  read: (stretch: Stretch) => Promise<Rows<T>>;
  /** The position of a row in the list. */
  place: (row: T) => Row;
  /** Whether the page shows a row. It may exclude many. */
  keep?: ((row: T) => boolean) | undefined;
}

/** How many rows are read at a time if some are not shown. */
const readAtOnce = 100;

/**
 * One page of a list by age whose rows are read in parts, and the cursor of the next page (contract 1.8). It reads
 * until the page is full, at most 1,000 rows.
 */
export async function pageThrough<T>(
  context: Context,
  noun: string,
  query: ListQuery | LogQuery,
  { read, place, keep }: Reading<T>,
): Promise<{ items: T[]; next_cursor: string }> {
  const { after: first, cursorOf } = await openPage(context, noun, query);
  const newestFirst = query.sort === '-created_at';
  const found: T[] = [];
  let after = first;
  let isMore = true;
  // One row more than the page size shows whether there is a next page.
  for (let count = 0; isMore && found.length <= query.limit && count < readAtMost; ) {
    const missing = query.limit + 1 - found.length;
    const limit = Math.min(keep ? Math.max(missing, readAtOnce) : missing, readAtMost - count);
    const piece = await read({ newestFirst, limit, after });
    found.push(...(keep ? piece.rows.filter(keep) : piece.rows));
    const end = piece.rows.at(-1);
    after = end === undefined ? after : place(end);
    isMore = piece.isMore;
    count += limit;
  }
  const items = found.slice(0, query.limit);
  const end = items.at(-1);
  const last = found.length > items.length ? end && place(end) : isMore ? after : undefined;
  return { items, next_cursor: await cursorOf(last) };
}
