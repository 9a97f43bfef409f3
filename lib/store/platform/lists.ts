import { ApiError } from '#lib/model/platform/errors.ts';
import type { Listed, Named } from '#lib/store/platform/nouns.ts';
import type { Clause } from './expressions.ts';
import { type Layout, layoutOf, type Row } from './list-layout.ts';
import { type Item, query } from './read.ts';

/** Items that one page reads at most (contract 1.8). */
const readAtMost = 1000;

/** Values that the filters of one request may name together: what one expression (4 KB) has room for. */
const valuesAtMost = 100;

export interface ListRequest {
  limit: number;
  sort: 'created_at' | '-created_at' | 'name';
  /** The last row of the page before, as its name and id. */
  after?: Row | undefined;
  /** What was asked for: rows that do not match may be many. */
  filter: readonly Clause[];
  /** What is never shown unless asked for: rows left out are few. */
  hide?: readonly Clause[];
}

export interface ListPage<T> {
  items: T[];
  /** The row after which the next page begins, or undefined at the end. */
  last: Row | undefined;
}

/**
 * One page of an account's resources of a noun, by keyset: rows created or deleted meanwhile neither repeat nor hide
 * others. 400 where the filters name more values than a read can carry.
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

/** Reads one row more than wanted, to know whether there is a next page; where a filter leaves rows out, more at once. */
function chunk({ limit, filter }: ListRequest, read: number, have: number): number {
  const wanted = limit - have + 1;
  return filter.length > 0 || read > 0 ? Math.max(wanted * 2, 100) : wanted;
}

/** A filter may have hidden the row at which reading stopped, so its place is taken from the key alone. */
function cut<T>(items: T[], limit: number, after: Record<string, unknown> | undefined, { rowOf }: Layout): ListPage<T> {
  const shown = items.slice(0, limit);
  const end = items.length > limit ? shown.at(-1) : after;
  return { items: shown, last: end && rowOf(end as Item) };
}
