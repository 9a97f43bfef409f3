import { ApiError } from '#lib/model/errors.ts';
import type { Clause } from './expressions.ts';
import { keys, type Listed, nameIndex } from './keys.ts';
import { query } from './read.ts';

/** Items that one page reads at most (contract 1.8). */
const readAtMost = 1000;

/** Values that the filters of one request may name together: what one expression (4 KB) has room for. */
const valuesAtMost = 100;

export interface ListRequest {
  limit: number;
  sort: 'created_at' | '-created_at' | 'name';
  /** The last row of the page before, as its name and id. */
  after?: { id: string; name: string } | undefined;
  /** What was asked for: rows that do not match may be many. */
  filter: readonly Clause[];
  /** What is never shown unless asked for: rows left out are few. */
  hide?: readonly Clause[];
}

/** What every listed record has. */
export interface ListedRecord {
  id: string;
  name: string;
}

export interface ListPage<T> {
  items: T[];
  /** The row after which the next page begins, or undefined at the end. */
  last: { id: string; name: string } | undefined;
}

/**
 * One page of an account's resources of a noun, by keyset: rows created or deleted meanwhile neither repeat nor hide
 * others. 400 where the filters name more values than a read can carry.
 */
export async function listPage<T extends ListedRecord>(
  account: string,
  noun: Listed,
  request: ListRequest,
): Promise<ListPage<T>> {
  checkFilter(request.filter);
  const byName = request.sort === 'name';
  const partition = byName ? nameIndex(account, noun, '', '').gsi1pk : keys.listed(account, noun, '').pk;
  const items: T[] = [];
  let after: Record<string, unknown> | undefined = request.after && startKey(account, noun, request.after, byName);
  for (let read = 0; read < readAtMost; ) {
    const limit = Math.min(chunk(request, read, items.length), readAtMost - read);
    const page = await query<T>({
      pk: partition,
      ...(byName ? { index: 'gsi1' as const } : {}),
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
  return cut(items, request.limit, after);
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

function cut<T extends ListedRecord>(
  items: T[],
  limit: number,
  after: Record<string, unknown> | undefined,
): ListPage<T> {
  const shown = items.slice(0, limit);
  const end = shown.at(-1);
  if (items.length > limit && end) return { items: shown, last: { id: end.id, name: end.name } };
  return { items: shown, last: after && rowOf(after) };
}

/** A filter may have hidden the row at which reading stopped, so its place is taken from the key alone. */
function rowOf(key: Record<string, unknown>): { id: string; name: string } {
  const id = String(key.sk);
  const indexed = typeof key.gsi1sk === 'string' ? key.gsi1sk : '';
  return { id, name: indexed.slice(0, -(id.length + 1)) };
}

function startKey(account: string, noun: Listed, row: { id: string; name: string }, byName: boolean) {
  const key = keys.listed(account, noun, row.id);
  return byName ? { ...key, ...nameIndex(account, noun, row.name, row.id) } : { ...key };
}
