import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/store/keys.ts';
import type { Partition } from '#lib/store/records.ts';
import { documents, tableName } from './client.ts';
import { type Clause, condition, type Frame, Placeholders } from './expressions.ts';

/** An item of the table. */
// biome-ignore lint/suspicious/noExplicitAny: what the SDK answers; recordAt gives it its type
export type Item = Record<string, any>;

/** An item that a query found: the record with its keys. */
export type Found<T> = T & Key<T> & Frame;

/** The records of these keys, in the same order; undefined for an absent item. */
type Records<K extends readonly (Key | undefined)[]> = { -readonly [I in keyof K]: RecordAt<K[I]> | undefined };
type RecordAt<K> = K extends Key<infer T> ? T : never;

/** Whether an item of a mixed partition is the one with this key. */
export const isAt = <T>(key: Key<T>, item: Key): item is Found<T> => item.pk === key.pk && item.sk === key.sk;

/** Whether its sort key begins with this key's. */
export const isBelow = <T>(key: Key<T>, item: Key): item is Found<T> =>
  item.pk === key.pk && item.sk.startsWith(key.sk);

/** An item without its key and index attributes. */
export function withoutKeys<T extends object>(item: T): Omit<T, 'pk' | 'sk' | 'gsi1pk' | 'gsi1sk'> {
  const { pk: _, sk: __, gsi1pk: ___, gsi1sk: ____, ...record }: T & Partial<Key> & Frame = item;
  return record;
}

/** The record under this key, from the attributes that a direct call of the SDK returned. */
export function recordAt<T>(key: Key<T>, attributes: Item): T;
export function recordAt<T>(key: Key<T>, attributes: Item | undefined): T | undefined;
export function recordAt<T>(_: Key<T>, attributes: Item | undefined) {
  return attributes as T | undefined;
}

/** Reads one item by a strong read; undefined where it is absent. */
export async function get<T>(key: Key<T>): Promise<T | undefined> {
  const reply = await documents().send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return recordAt(key, reply.Item);
}

/** Reads items (≤ 100) in one strong read, in the same order; undefined for an absent item or an undefined key. */
export async function batchGet<const K extends readonly (Key | undefined)[]>(keysToRead: K): Promise<Records<K>> {
  const table = tableName();
  const found = new Map<string, Item>();
  let pending: Record<string, unknown>[] = [
    ...new Map(keysToRead.filter((key) => key !== undefined).map((key) => [nameOf(key), { ...key }])).values(),
  ];
  while (pending.length > 0) {
    const reply = await documents().send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: pending, ConsistentRead: true } } }),
    );
    for (const item of reply.Responses?.[table] ?? []) found.set(nameOf(item), item);
    pending = reply.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return keysToRead.map((key) => key && found.get(nameOf(key))) as Records<K>;
}

const nameOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;

/** Reads any number of items in strong reads of 100, in the same order; an absent item is undefined. */
export async function manyOf<const K extends readonly Key[]>(keysToRead: K): Promise<Records<K>> {
  const parts: Promise<unknown[]>[] = [];
  for (let at = 0; at < keysToRead.length; at += 100) parts.push(batchGet(keysToRead.slice(at, at + 100)));
  return (await Promise.all(parts)).flat() as Records<K>;
}

/** The same for several lists of keys: the records of each list. */
export async function eachOf<const L extends readonly (readonly Key[])[]>(
  lists: L,
): Promise<{ -readonly [I in keyof L]: Records<L[I]> }> {
  const found = (await manyOf(lists.flat())).values();
  return lists.map((list) => list.map(() => found.next().value)) as { -readonly [I in keyof L]: Records<L[I]> };
}

export interface Range<T> {
  pk: Partition<T>;
  /** Only sort keys with this prefix. */
  begins?: string;
  /** Only sort keys up to this one, inclusive. */
  upTo?: string;
  /** Only sort keys between these, inclusive. */
  between?: readonly [least: string, most: string];
  index?: 'gsi1';
  filter?: NoInfer<readonly Clause<T>[]>;
  /** The maximum number of items to read, before the filter. */
  limit?: number;
  newestFirst?: boolean;
  after?: Record<string, unknown> | undefined;
}

/** The items of an index that are due up to a moment, first due first. */
export type Due<T> = Range<T> & {
  readonly upTo: string;
  /** Of an index that a deployment divides into shards: the one where an item is put now. */
  readonly home?: ((item: T) => Partition<T>) | undefined;
};

export const due = <T>(pk: Partition<T>, upTo: string, home?: Due<T>['home']): Due<T> => ({
  pk,
  index: 'gsi1',
  upTo,
  home,
});

export interface Page<T> {
  items: Found<T>[];
  /** The key after which the next read continues; undefined at the end. */
  last: Record<string, unknown> | undefined;
}

/** One page of a partition (≤ 1 MB); a strong read unless it uses the index. */
export async function query<T>(range: Range<T>): Promise<Page<T>> {
  const at = new Placeholders();
  const [pk, sk] = range.index ? ['gsi1pk', 'gsi1sk'] : ['pk', 'sk'];
  const clauses: Clause[] = [[pk, '=', range.pk]];
  if (range.begins !== undefined) clauses.push([sk, 'begins', range.begins]);
  if (range.upTo !== undefined) clauses.push([sk, '<=', range.upTo]);
  if (range.between !== undefined) clauses.push([sk, 'between', range.between]);
  const reply = await documents().send(
    new QueryCommand({
      TableName: tableName(),
      IndexName: range.index,
      KeyConditionExpression: condition(clauses, at),
      FilterExpression: condition(range.filter ?? [], at),
      ...at.attributes(),
      ConsistentRead: !range.index,
      Limit: range.limit,
      ScanIndexForward: !range.newestFirst,
      ExclusiveStartKey: range.after,
    }),
  );
  return { items: (reply.Items ?? []) as Found<T>[], last: reply.LastEvaluatedKey };
}

/**
 * The item with the least sort key in a partition of the index, such as the one that is due first; undefined where the
 * partition is empty.
 */
export async function firstOfIndex<T>(pk: Partition<T>): Promise<Found<T> | undefined> {
  const { items } = await query({ pk, index: 'gsi1', limit: 1 });
  return items[0];
}

/** Every item of a range, read page by page. */
export async function* all<T>(range: Range<T>): AsyncGenerator<Found<T>> {
  let after = range.after;
  do {
    const page = await query({ ...range, after });
    yield* page.items;
    after = page.last;
  } while (after);
}

/** Every item of a small range, in one array. */
export async function queryAll<T>(range: Range<T>): Promise<Found<T>[]> {
  const items: Found<T>[] = [];
  for await (const item of all(range)) items.push(item);
  return items;
}
