import { join } from 'node:path';
import { untilUnused } from './machines.ts';
import type { Part } from './part.ts';
import { exchangeFiles, keep, type Place, putBack } from './swap.ts';
import { exchangeTable } from './table.ts';

/** A state that is ready to come in: the copy of its table, none for an empty one, and the places that it takes. */
export interface Incoming {
  readonly table: string | undefined;
  readonly places: readonly Place[];
  /** Those of machines, which must have ended. */
  readonly machines: readonly Place[];
}

/**
 * Exchanges the state of a data folder for the one that is ready, while nobody uses it but `open`, which are opened on
 * what is there afterwards. Answers its generation. Where that fails, or this process is killed, what was is there
 * again: nothing counts before the table's transaction is committed, which is the last step.
 */
export async function exchange(dataDir: string, open: readonly Part[], next: Incoming): Promise<string> {
  await Promise.all(open.map((part) => part.release()));
  try {
    return await begin(dataDir, open, next);
  } catch (error) {
    await Promise.all(open.map((part) => part.reopen()));
    throw error;
  }
}

async function begin(dataDir: string, open: readonly Part[], { table, places, machines }: Incoming): Promise<string> {
  const exchanged = await exchangeTable(join(dataDir, 'dynamodb.sqlite'), table);
  let opened: readonly Part[] = [];
  try {
    await untilUnused(machines);
    exchangeFiles(dataDir, [...places, ...machines], exchanged.mark);
    const outcomes = await Promise.allSettled(open.map((part) => part.reopen()));
    opened = open.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    exchanged.commit();
  } catch (error) {
    exchanged.undo();
    await Promise.all(opened.map((part) => part.release()));
    await putBack(dataDir);
    throw error;
  }
  keep(dataDir);
  return String(exchanged.mark);
}
