import { filtersOf, type ListQuery } from '#lib/model/platform/lists.ts';
import type { Context } from './context.ts';
import { openPage } from './lists.ts';

interface Listable {
  id: string;
  [attribute: string]: unknown;
}

/**
 * One page of rows that are so few that they were read at once, with the cursor of the next (contract 1.8). `label` is
 * the attribute that sorting by name goes by.
 */
export async function pageOf<T extends Listable>(
  context: Context,
  noun: string,
  query: ListQuery,
  rows: readonly T[],
  label: keyof T & string,
): Promise<{ items: T[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, noun, query);
  const wanted = filtersOf(query);
  const place = (row: T): string => (query.sort === 'name' ? `${row[label]}\t${row.id}` : row.id);
  const sorted = rows
    .filter((row) => wanted.every(([name, values]) => values.includes(String(row[name]))))
    .sort((a, b) => (place(a) < place(b) ? -1 : 1));
  if (query.sort === '-created_at') sorted.reverse();
  const start = after === undefined ? '' : query.sort === 'name' ? `${after.name}\t${after.id}` : after.id;
  const isPast = (row: T) => (query.sort === '-created_at' ? place(row) < start : place(row) > start);
  const rest = after === undefined ? sorted : sorted.filter(isPast);
  const items = rest.slice(0, query.limit);
  const last = rest.length > items.length ? items.at(-1) : undefined;
  return { items, next_cursor: await cursorOf(last && { id: last.id, name: String(last[label]) }) };
}
