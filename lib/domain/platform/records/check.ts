import { readPosition, savePosition } from '#lib/store/platform/rounds.ts';
import { everyItem, nextInTable } from '#lib/store/platform/scan.ts';
import { entityOf, keyFormOf, type StoredItem, unfit } from '#lib/store/unfit.ts';

/** A mismatch: its entity, the form of its keys, its description, how often it occurs, and the key of one such item. */
export interface Misfit {
  readonly entity: string;
  readonly form: string;
  readonly fault: string;
  readonly count: number;
  readonly pk: string;
  readonly sk: string;
}

/** The number of items that were read, of those that do not fit, and their mismatches with their entities' schemas. */
export interface Checked {
  readonly read: number;
  readonly unfit: number;
  readonly misfits: readonly Misfit[];
}

/** The name of the position at which the last sample ended. */
const position = 'TABLE';

/** What one sample reads at most. A page is also at most 1 MB, so a sample is at most 10 MB. */
const sample = { pages: 10, items: 1000 } as const;

/** Reads every item of the table against the schema of its entity. */
export const checkRecords = (): Promise<Checked> => check(everyItem());

/**
 * Reads at most `most.pages` pages of at most `most.items` items against their schemas. It begins where the last sample
 * ended, and at the beginning again after the end of the table. So every record is read in turn.
 */
export async function sampleRecords(most: Readonly<Record<keyof typeof sample, number>> = sample): Promise<Checked> {
  let after = await readPosition(position);
  async function* items(): AsyncGenerator<StoredItem> {
    for (let page = 0; page < most.pages && (page === 0 || after); page++) {
      const next = await nextInTable(after, most.items);
      after = next.last;
      yield* next.items;
    }
  }
  const checked = await check(items());
  await savePosition(position, after);
  return checked;
}

async function check(items: AsyncIterable<StoredItem>): Promise<Checked> {
  let [read, wrong] = [0, 0];
  const misfits = new Map<string, Misfit>();
  for await (const item of items) {
    read++;
    const faults = new Set(unfit(item));
    if (faults.size > 0) wrong++;
    const [entity, form] = [entityOf(item) ?? 'unknown', keyFormOf(item)];
    for (const fault of faults) {
      const name = `${form} ${fault}`;
      const one = misfits.get(name) ?? { entity, form, fault, count: 0, pk: `${item.pk}`, sk: `${item.sk}` };
      misfits.set(name, { ...one, count: one.count + 1 });
    }
  }
  return { read, unfit: wrong, misfits: [...misfits.values()].sort((a, b) => b.count - a.count) };
}
