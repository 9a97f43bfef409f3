import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Blobs } from './store/blobs.ts';
import type { KeyBox } from './store/encryption.ts';
import { runLifecycles } from './store/lifecycle.ts';
import { Store, type StoreClock } from './store/store.ts';
import { markClean, markOpen, sweepOrphans } from './store/sweep.ts';
import { openTables } from './store/tables.ts';
import { Traffic } from './traffic.ts';

/** The open folder of an engine. */
export interface Contents {
  readonly store: Store;
  readonly traffic: Traffic;
  /** Deletes what lifecycle rules say has expired. Resolves with the number of objects, versions and uploads. */
  expire(): Promise<number>;
  /** Resolves when nothing that was deleted or interrupted is left on the disk. */
  swept(): Promise<void>;
  /** Resolves when everything is on the disk and the folder is let go. */
  close(): Promise<void>;
}

interface ContentsOptions {
  readonly dir: string;
  /** As for ObjectEngineOptions; true by default. */
  readonly fsync?: boolean | undefined;
  /** Seals the keys of encrypted objects; without it none can be encrypted. */
  readonly box?: KeyBox | undefined;
  /** The real clock by default. */
  readonly clock?: StoreClock | undefined;
}

/** Opens the folder of an engine, and deletes in the background what a crash left there. */
export async function openContents(
  { dir, fsync = true, box, clock = { now: () => new Date() } }: ContentsOptions,
  log: (message: string) => void,
): Promise<Contents> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const tables = await openTables(join(dir, 'index'), fsync);
  const store = new Store(tables, new Blobs({ dir, tables, fsync, log, box }), clock);
  const traffic = new Traffic(tables, clock.now.bind(clock), log);
  const closing = new AbortController();
  const sweeping = sweep(store, closing.signal, log);
  return {
    store,
    traffic,
    expire: () => runLifecycles(store, closing.signal),
    swept: async () => {
      await sweeping;
      await store.blobs.idle();
    },
    close: async () => {
      closing.abort();
      const complete = await sweeping;
      await store.settled();
      await traffic.close().catch((error: unknown) => log(`traffic was not recorded: ${String(error)}`));
      await store.blobs.idle();
      const unclean = (error: unknown) => log(`the next start looks for unfinished writes: ${String(error)}`);
      if (complete) await markClean(store).catch(unclean);
      await tables.close();
    },
  };
}

/** Deletes in the background what a crash left. Resolves with whether all of it is deleted. */
async function sweep(store: Store, signal: AbortSignal, log: (message: string) => void): Promise<boolean> {
  const clean = await markOpen(store);
  store.blobs.collectSoon();
  if (clean) return true;
  try {
    const removed = await sweepOrphans(store, signal);
    if (removed > 0) log(`removed ${removed} unfinished writes of a run that was cut off`);
    return !signal.aborted;
  } catch (error) {
    log(`unfinished writes of a run that was cut off stay on the disk for now: ${String(error)}`);
    return false;
  }
}
