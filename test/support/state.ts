import type { Item } from '#lib/store/platform/read.ts';
import { allItems } from '#lib/testing/functions/items.ts';

/** Whether a partition holds what every request leaves: rate windows, replies by key, audit entries. */
const incidental = (pk: string) => /^(R#|I#)/.test(pk) || pk.endsWith('#audit');

/** When the catalog was made is a clock, not a state. */
const unclocked = (item: Item): Item => (item.sk === 'CATALOG' ? { ...item, made_at: 0 } : item);

/** Every other item, in the order of the keys: the same before and after a request that changed nothing. */
export async function state(): Promise<Item[]> {
  const keyOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;
  const items = (await allItems()).filter(({ pk }) => !incidental(pk)).map(unclocked);
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The items of a partition. */
export const partition = async (pk: string): Promise<Item[]> => (await state()).filter((item) => item.pk === pk);
