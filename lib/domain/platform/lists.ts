import { keyedHash } from '#lib/drivers/secrets/keyed-hash.ts';
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
 * One page of the caller's resources of a noun, and the cursor of the next (contract 1.8); `hide` leaves rows out, and
 * `within` tells lists apart that it makes differ.
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

/** Where a page begins by the request's cursor, and how the next one's is made; 400 for a cursor of another request. */
export async function openPage(context: Context, noun: string, query: ListQuery) {
  const bound = JSON.stringify([context.principal.account_id, noun, query.sort, filtersOf(query).toSorted()]);
  return {
    after: query.cursor === undefined ? undefined : await openCursor(query.cursor, bound),
    cursorOf: async (last: Row | undefined) => (last ? sealCursor(last, bound) : ''),
  };
}

/** base64url(row) and a keyed hash that binds it to account, filters and order. */
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
