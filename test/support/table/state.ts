import { all, type Item } from '#lib/store/platform/read.ts';
import { allItems } from '#lib/testing/functions/items.ts';

/** Whether a partition holds what every request leaves: rate windows, replies by key, audit entries. */
const incidental = (pk: string) => /^(R#|I#)/.test(pk) || pk.endsWith('#audit');

/** The same to the engine, for which leaving items out is less work than sending them. */
const lasting = {
  FilterExpression: 'NOT (begins_with(pk, :rates) OR begins_with(pk, :replies) OR contains(pk, :audit))',
  ExpressionAttributeValues: { ':rates': 'R#', ':replies': 'I#', ':audit': '#audit' },
};

/** When the catalog was made is a clock, not a state. */
const unclocked = (item: Item): Item => (item.sk === 'CATALOG' ? { ...item, made_at: 0 } : item);

/** Every other item, in the order of the keys: the same before and after a request that changed nothing. */
export async function state(): Promise<Item[]> {
  const keyOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;
  const items = (await allItems(lasting)).filter(({ pk }) => !incidental(pk)).map(unclocked);
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The items of a partition. */
export async function partition(pk: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of all<Item>({ pk })) items.push(unclocked(item));
  return items;
}
