import { ApiError } from '#lib/model/platform/errors.ts';
import type { Listed, Named } from '#lib/store/platform/nouns.ts';
import type { Clause } from './expressions.ts';
import { type Layout, layoutOf, type Row } from './list-layout.ts';
import { type Item, query } from './read.ts';

/** The most items that one page reads (contract 1.8). */
const readAtMost = 1000;

/** The most values in the filters of one request; one expression (4 KB) has room for them. */
const valuesAtMost = 100;

export interface ListRequest {
  limit: number;
  sort: 'created_at' | '-created_at' | 'name';
  /** The position of the last row of the previous page. */
  after?: Row | undefined;
  /** The request's filters. They may exclude many rows. */
  filter: readonly Clause[];
  /** Rows that are not shown by default. They are few. */
  hide?: readonly Clause[];
}

export interface ListPage<T> {
  items: T[];
  /** The position after which the next page begins; undefined at the end. */
  last: Row | undefined;
}

/**
 * One page of an account's resources of a noun. Pages continue after the last row, so that concurrent creations and
 * deletions neither repeat nor hide other rows. 400 where the filters have too many values for one read.
 */
export async function listPage<T = Item>(
  account: string,
  noun: Listed | Named,
  request: ListRequest,
): Promise<ListPage<T>> {
  checkFilter(request.filter);
  const layout = layoutOf(account, noun, request.sort === 'name');
  const items: T[] = [];
  let after = request.after && layout.startKey(request.after);
  for (let read = 0; read < readAtMost; ) {
    const limit = Math.min(chunk(request, read, items.length), readAtMost - read);
    const page = await query<T>({
      pk: layout.pk,
      ...(layout.index ? { index: layout.index } : {}),
      newestFirst: request.sort === '-created_at',
      filter: [...request.filter, ...(request.hide ?? [])],
      limit,
      after,
    });
    read += limit;
    items.push(...page.items);
    after = page.last;
    if (items.length > request.limit || !after) break;
  }
  return cut(items, request.limit, after, layout);
}

function checkFilter(filter: readonly Clause[]): void {
  const values = filter.reduce(
    (sum, clause) => sum + (!('any' in clause) && clause[1] === 'in' ? clause[2].length : 1),
    0,
  );
  if (values <= valuesAtMost) return;
  throw new ApiError('validation_failed', `filters name ${values} values (at most ${valuesAtMost})`);
}

/**
 * The number of items to read next: one row more than the page, to detect a next page, and more where a filter excludes
 * rows.
 */
function chunk({ limit, filter }: ListRequest, read: number, have: number): number {
  const missing = limit - have + 1;
  return filter.length > 0 || read > 0 ? Math.max(missing * 2, 100) : missing;
}

/** A filter may exclude the row at which reading stopped, so the position comes from the key. */
function cut<T>(items: T[], limit: number, after: Record<string, unknown> | undefined, { rowOf }: Layout): ListPage<T> {
  const shown = items.slice(0, limit);
  const end = items.length > limit ? shown.at(-1) : after;
  return { items: shown, last: end && rowOf(end as Item) };
}
