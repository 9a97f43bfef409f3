import { everyItem, firstItemsOf } from '#lib/store/platform/scan.ts';
import type { StoredItem } from '#lib/store/unfit.ts';

/** What does not fit: of which entity, in which way, how often, and the key of one such item. */
export interface Misfit {
  readonly entity: string;
  readonly fault: string;
  readonly count: number;
  readonly pk: string;
  readonly sk: string;
}

/** How many items were read, and what of them does not fit their entities' schemas. */
export interface Checked {
  readonly read: number;
  readonly misfits: readonly Misfit[];
}

/** Checks these items. The schemas are many, so that they are loaded where they are needed. */
async function checked(items: AsyncIterable<StoredItem> | Iterable<StoredItem>): Promise<Checked> {
  const { entityOf, unfit } = await import('#lib/store/unfit.ts');
  let read = 0;
  const misfits = new Map<string, Misfit>();
  for await (const item of items) {
    read++;
    const entity = entityOf(item) ?? 'unknown';
    for (const fault of new Set(unfit(item))) {
      const name = `${entity} ${fault}`;
      const one = misfits.get(name) ?? { entity, fault, count: 0, pk: `${item.pk}`, sk: `${item.sk}` };
      misfits.set(name, { ...one, count: one.count + 1 });
    }
  }
  return { read, misfits: [...misfits.values()].sort((a, b) => b.count - a.count) };
}

/** Reads every item of the table against the schema of its entity. */
export const checkRecords = (): Promise<Checked> => checked(everyItem());

/** How many items a sample reads at most, and how many are enough. */
const sample = { most: 1000, enough: 100 } as const;

/**
 * The same for a part of the table, which `chance` (0 to 1) chooses: small enough that no table is too large, and
 * larger where too few items are found in it.
 */
export async function sampleRecords(chance: () => number = Math.random): Promise<Checked> {
  for (let of = 4096; ; of /= 8) {
    const items = await firstItemsOf({ part: Math.floor(chance() * of), of }, sample.most);
    if (items.length >= sample.enough || of === 1) return checked(items);
  }
}
