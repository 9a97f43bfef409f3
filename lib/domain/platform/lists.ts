import { keyedHash } from '#lib/drivers/secrets/secret-keys.ts';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { filtersOf, type ListQuery } from '#lib/model/platform/lists.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import type { Row } from '#lib/store/platform/list-layout.ts';
import { listPage } from '#lib/store/platform/lists.ts';
import type { Listed, Named } from '#lib/store/platform/nouns.ts';
import type { Item } from '#lib/store/platform/read.ts';
import type { Context } from './context.ts';

/**
 * One page of the caller's resources of a noun, and the cursor of the next page (contract 1.8). `hide` excludes rows.
 * `within` separates the cursors of lists whose `hide` differs.
 */
export async function list<T = Item>(
  context: Context,
  noun: Listed | Named,
  query: ListQuery,
  hide: readonly Clause[] = [],
  within = '',
): Promise<{ items: T[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun + within, query);
  const { items, last } = await listPage<T>(context.principal.account_id, noun, {
    limit: query.limit,
    sort: query.sort,
    after,
    filter: filtersOf(query).map(([path, values]) => [path, 'in', values] as const),
    hide,
  });
  return { items, next_cursor: await cursorOf(last) };
}

/**
 * The first row of a page by the request's cursor, and the function that makes the next cursor. 400 for a cursor that
 * belongs to another request.
 */
export async function openPage(context: Context, noun: string, query: ListQuery) {
  const bound = JSON.stringify([context.principal.account_id, noun, query.sort, filtersOf(query).toSorted()]);
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

interface Listable {
  id: string;
  [attribute: string]: unknown;
}

/**
 * One page of rows that were all read at once because they are few, and the cursor of the next page (contract 1.8).
 * `label` is the attribute for sort by name.
 */
export async function pageOf<T extends Listable>(
  context: Context,
  noun: string,
  query: ListQuery,
  rows: readonly T[],
  label: keyof T & string,
): Promise<{ items: T[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun, query);
  const filters = filtersOf(query);
  const sortKey = (row: T): string => (query.sort === 'name' ? `${row[label]}\t${row.id}` : row.id);
  const sorted = rows
    .filter((row) => filters.every(([name, values]) => values.includes(String(row[name]))))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  if (query.sort === '-created_at') sorted.reverse();
  const start = after === undefined ? '' : query.sort === 'name' ? `${after.name}\t${after.id}` : after.id;
  const isPast = (row: T) => (query.sort === '-created_at' ? sortKey(row) < start : sortKey(row) > start);
  const rest = after === undefined ? sorted : sorted.filter(isPast);
  const items = rest.slice(0, query.limit);
  const last = rest.length > items.length ? items.at(-1) : undefined;
  return { items, next_cursor: await cursorOf(last && { id: last.id, name: String(last[label]) }) };
}
