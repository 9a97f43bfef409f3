import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import { type Clause, condition, Placeholders } from './expressions.ts';

/** An item of the table. */
// biome-ignore lint/suspicious/noExplicitAny: an entity file gives each item its type
export type Item = Record<string, any>;

/** Reads one item by a strong read; undefined where it is absent. */
export async function get<T = Item>(key: Key): Promise<T | undefined> {
  const reply = await documents().send(new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }));
  return reply.Item as T | undefined;
}

/** Reads items (≤ 100) by one strong read, in the same order; an absent item is undefined. */
export async function batchGet(keysToRead: readonly Key[]): Promise<(Item | undefined)[]> {
  const table = tableName();
  const found = new Map<string, Item>();
  let pending: Record<string, unknown>[] = [
    ...new Map(keysToRead.map((key) => [`${key.pk}\n${key.sk}`, { ...key }])).values(),
  ];
  while (pending.length > 0) {
    const reply = await documents().send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: pending, ConsistentRead: true } } }),
    );
    for (const item of reply.Responses?.[table] ?? []) found.set(`${item.pk}\n${item.sk}`, item);
    pending = reply.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return keysToRead.map((key) => found.get(`${key.pk}\n${key.sk}`));
}

/** Reads any number of items by strong reads of 100 at once, in the same order; an absent item is undefined. */
export async function manyOf(keysToRead: readonly Key[]): Promise<(Item | undefined)[]> {
  const parts: Promise<(Item | undefined)[]>[] = [];
  for (let at = 0; at < keysToRead.length; at += 100) parts.push(batchGet(keysToRead.slice(at, at + 100)));
  return (await Promise.all(parts)).flat();
}

export interface Range {
  pk: string;
  /** Only sort keys with this prefix. */
  begins?: string;
  /** Only sort keys up to this one, inclusive. */
  upTo?: string;
  /** Only sort keys between these, inclusive. */
  between?: readonly [least: string, most: string];
  index?: 'gsi1';
  filter?: readonly Clause[];
  /** The most items to read, before the filter. */
  limit?: number;
  newestFirst?: boolean;
  after?: Record<string, unknown> | undefined;
}

export interface Page<T> {
  items: T[];
  /** The key after which the next read continues; undefined at the end. */
  last: Record<string, unknown> | undefined;
}

/** One page of a partition (≤ 1 MB); a strong read unless it uses the index. */
export async function query<T = Item>(range: Range): Promise<Page<T>> {
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
  return { items: (reply.Items ?? []) as T[], last: reply.LastEvaluatedKey };
}

/**
 * The item with the least sort key in a partition of the index, such as the one that is due first; undefined where the
 * partition is empty.
 */
export async function firstOfIndex<T = Item>(pk: string): Promise<T | undefined> {
  const { items } = await query<T>({ pk, index: 'gsi1', limit: 1 });
  return items[0];
}

/** Every item of a range, read page by page. */
export async function* all<T = Item>(range: Range): AsyncGenerator<T> {
  let after = range.after;
  do {
    const page = await query<T>({ ...range, after });
    yield* page.items;
    after = page.last;
  } while (after);
}

/** Every item of a small range, in one array. */
export async function queryAll<T = Item>(range: Range): Promise<T[]> {
  const items: T[] = [];
  for await (const item of all<T>(range)) items.push(item);
  return items;
}
