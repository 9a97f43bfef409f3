import { everyItem } from '#lib/store/platform/scan.ts';
import { entityOf, unfit } from '#lib/store/unfit.ts';

/** A mismatch: its entity, its description, how often it occurs, and the key of one such item. */
export interface Misfit {
  readonly entity: string;
  readonly fault: string;
  readonly count: number;
  readonly pk: string;
  readonly sk: string;
}

/** The number of items that were read, and their mismatches with their entities' schemas. */
export interface Checked {
  readonly read: number;
  readonly misfits: readonly Misfit[];
}

/** Reads every item of the table against the schema of its entity. */
export async function checkRecords(): Promise<Checked> {
  let read = 0;
  const misfits = new Map<string, Misfit>();
  for await (const item of everyItem()) {
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
