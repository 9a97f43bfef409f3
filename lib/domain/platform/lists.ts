import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { filtersOf, isFound, isMatched, type ListQuery, type LogQuery } from '#lib/model/platform/lists.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import type { LogRequest } from '#lib/store/platform/lists.ts';
import type { Item } from '#lib/store/platform/read.ts';
import type { Listed, Named, RecordOf } from '#lib/store/records.ts';
import type { Context, PublicContext } from './context.ts';
import { pageNow } from './prefetch-page.ts';

/**
 * One page of the caller's resources of a noun, and the cursor of the next page (contract 1.8). `hide` excludes rows.
 * `within` separates the cursors of lists whose `hide` differs.
 */
export async function list<N extends Listed | Named>(
  context: Context,
  noun: N,
  query: ListQuery,
  hide: readonly Clause<RecordOf<N>>[] = [],
  within = '',
): Promise<{ items: RecordOf<N>[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun + within, query);
  const idName = shownIds[noun] ?? 'id';
  const { items, last } = await pageNow(context.prefetched?.page, context.principal.account_id, noun, {
    limit: query.limit,
    sort: query.sort,
    after,
    filter: filtersOf(query).map(([path, values]) => [path === 'id' ? idName : path, 'in', values] as const),
    hide,
    ...(query.q !== undefined && { keep: (item: Item) => isFound({ ...item, id: item[idName] }, query.q) }),
  });
  return { items, next_cursor: await cursorOf(last) };
}

/** The attribute whose value replies show as the id, if it is not the record's own id. */
const shownIds: Readonly<Partial<Record<Listed | Named, string>>> = {
  'iam-user': 'username',
  group: 'name',
  bucket: 'name',
};

/**
 * The first row of a page by the request's cursor, and the function that makes the next cursor. 400 for a cursor that
 * belongs to another request.
 */
export async function openPage({ principal }: PublicContext, noun: string, query: ListQuery) {
  const account = principal?.account_id ?? '';
  const bound = JSON.stringify([account, noun, query.sort, filtersOf(query).toSorted(), query.q]);
  return {
    after: query.cursor === undefined ? undefined : await openCursor(query.cursor, bound),
    cursorOf: async (last: Row | undefined) => (last ? sealCursor(last, bound) : ''),
  };
}

/** base64url(row) and a keyed hash that binds the cursor to account, filters and order. */
async function sealCursor(row: Row, bound: string): Promise<string> {
  const payload = Buffer.from(JSON.stringify([row.id, row.name])).toString('base64url');
  return `${payload}.${await keyedHash('cursor', `${payload}\n${bound}`)}`;
}

async function openCursor(cursor: string, bound: string): Promise<Row> {
  const cut = cursor.lastIndexOf('.');
  const [payload, mac] = [cursor.slice(0, Math.max(cut, 0)), cursor.slice(cut + 1)];
  if (!equalInConstantTime(mac, await keyedHash('cursor', `${payload}\n${bound}`))) {
    throw new ApiError('invalid_cursor', 'cursor: not valid for this request');
  }
  const [id, name] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [string, string];
  return { id, name };
}

/** One page of a log whose entries are read by `read`, and the cursor of the next page (contract 1.8). */
export async function pageOfLog<T>(
  context: Context,
  noun: string,
  query: LogQuery,
  read: (page: LogRequest) => Promise<{ items: T[]; last: string | undefined }>,
): Promise<{ items: T[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun, query);
  const { items, last } = await read({ limit: query.limit, sort: query.sort, after: after?.id });
  return { items, next_cursor: await cursorOf(last === undefined ? undefined : { id: last, name: '' }) };
}

interface Order<T> {
  /** The attribute for sort by name; `name` by default. */
  label?: keyof T & string;
  /**
   * A text of a row that is unique in the list and sorts by age; the id by default. It may use the row's index if the
   * list's own order replaces the order by age.
   */
  place?: (row: T, index: number) => string;
}

/** The position of a row in a list whose own order replaces the order by age. */
export const ownOrder = (_: unknown, index: number): string => String(index).padStart(6, '0');

/** One page of rows that were all read at once because they are few, and the cursor of the next page (contract 1.8). */
export async function pageOf<T extends object>(
  context: PublicContext,
  noun: string,
  query: ListQuery,
  rows: readonly T[],
  { label, place }: Order<T> = {},
): Promise<{ items: T[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun, query);
  const attribute = (row: T, name: string): string => String((row as Record<string, unknown>)[name]);
  const placed = rows.map((row, index) => ({
    row,
    id: place ? place(row, index) : attribute(row, 'id'),
    name: attribute(row, label ?? 'name'),
  }));
  const sortKey = (at: Row): string => (query.sort === 'name' ? `${at.name}\t${at.id}` : at.id);
  const isBefore = (a: Row, b: Row) =>
    query.sort === '-created_at' ? sortKey(a) > sortKey(b) : sortKey(a) < sortKey(b);
  const rest = placed
    .filter(({ row }) => isMatched(row, query) && isFound(row, query.q))
    .filter((at) => !after || isBefore(after, at))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const shown = rest.slice(0, query.limit);
  const last = rest.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(({ row }) => row), next_cursor: await cursorOf(last) };
}
