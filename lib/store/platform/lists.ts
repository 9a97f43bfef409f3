import { ApiError } from '#lib/model/platform/errors.ts';
import type { Key } from '#lib/store/keys.ts';
import type { Listed, Named, RecordOf } from '#lib/store/records.ts';
import type { Clause } from './expressions.ts';
import { type Layout, layoutOf, type Row } from './list-layout.ts';
import { type Found, query } from './read.ts';

/** The maximum number of items that one page reads (contract 1.8). */
export const readAtMost = 1000;

/** The maximum number of values in the filters of one request. They fit in one expression (4 KB). */
const valuesAtMost = 100;

/** A part of a list by age: a number of rows after a position. */
export interface Stretch {
  newestFirst: boolean;
  limit: number;
  after: Row | undefined;
}

/** Rows that were read, and whether more follow. */
export interface Rows<T> {
  rows: T[];
  isMore: boolean;
}

/** One filter of a request. The schema of its route limits the attributes that it may name. */
export type Asked = readonly [path: string, op: 'in', values: readonly string[]];

export interface ListRequest<T> {
  limit: number;
  sort: 'created_at' | '-created_at' | 'name';
  /** The position of the last row of the previous page. */
  after?: Row | undefined;
  /** The request's filters, which may exclude many rows. */
  filter: readonly Asked[];
  /** Conditions on rows that are hidden by default. Few rows are hidden. */
  hide?: readonly Clause<T>[];
  /** A filter that the table cannot evaluate: whether the page shows an item. It may exclude many rows. */
  keep?: (item: T) => boolean;
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
export async function listPage<N extends Listed | Named>(
  account: string,
  noun: N,
  request: ListRequest<RecordOf<N>>,
): Promise<ListPage<RecordOf<N>>> {
  checkFilter(request.filter);
  const asked = request.filter as readonly Clause<RecordOf<N>>[];
  const layout = layoutOf(account, noun, request.sort === 'name');
  const items: Found<RecordOf<N>>[] = [];
  let after = request.after && layout.startKey(request.after);
  for (let read = 0; read < readAtMost; ) {
    const limit = Math.min(chunk(request, read, items.length), readAtMost - read);
    const page = await query({
      pk: layout.pk,
      ...(layout.index ? { index: layout.index } : {}),
      newestFirst: request.sort === '-created_at',
      filter: [...asked, ...(request.hide ?? [])],
      limit,
      after,
    });
    read += limit;
    items.push(...(request.keep ? page.items.filter(request.keep) : page.items));
    after = page.last;
    if (items.length > request.limit || !after) break;
  }
  return cut(items, request.limit, after, layout);
}

function checkFilter(filter: readonly Asked[]): void {
  const values = filter.reduce((sum, [, , anyOf]) => sum + anyOf.length, 0);
  if (values <= valuesAtMost) return;
  throw new ApiError('validation_failed', `filters name ${values} values (at most ${valuesAtMost})`);
}

/**
 * The number of items to read next: one row more than the page, to detect a next page, and more if a filter excludes
 * rows.
 */
function chunk<T>({ limit, filter, keep }: ListRequest<T>, read: number, have: number): number {
  const missing = limit - have + 1;
  return filter.length > 0 || keep || read > 0 ? Math.max(missing * 2, 100) : missing;
}

/** The start, order and size of a page of a log. */
export interface LogRequest {
  limit: number;
  sort: 'created_at' | '-created_at';
  /** The id of the last entry of the previous page. */
  after?: string | undefined;
}

/**
 * One page of the entries whose sort keys consist of this key's and an id, in the order of the ids. `last` is the id
 * after which the next page begins; undefined at the end.
 */
export async function logPage<T>(
  key: Key<T>,
  { limit, sort, after }: LogRequest,
): Promise<{ items: T[]; last: string | undefined }> {
  const page = await query({
    pk: key.pk,
    begins: key.sk,
    newestFirst: sort === '-created_at',
    limit: limit + 1,
    after: after === undefined ? undefined : { pk: key.pk, sk: `${key.sk}${after}` },
  });
  const items = page.items.slice(0, limit);
  const more = page.items.length > limit || page.last !== undefined;
  return { items, last: more ? items.at(-1)?.sk.slice(key.sk.length) : undefined };
}

/** A filter may exclude the row at which reading stopped, so the position comes from the key. */
function cut<T>(
  items: Found<T>[],
  limit: number,
  after: Record<string, unknown> | undefined,
  { rowOf }: Layout<T>,
): ListPage<T> {
  const shown = items.slice(0, limit);
  const end = items.length > limit ? shown.at(-1) : after;
  return { items: shown, last: end && rowOf(end) };
}
