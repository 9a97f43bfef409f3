import type { Keeping, KeptEngine } from './keep.ts';
import { keepDynoxide } from './keep.ts';
import { ensureTable } from './table.ts';
import { sweepRegularly } from './ttl.ts';

const SWEEP_EVERY_MS = 60_000;

/**
 * Starts an engine in memory for the table's rate windows. Every request writes one that is useless a second later, so
 * writing it to the disk would only cost time.
 */
export async function startWindows(table: string, keeping: Keeping, socketPath?: string): Promise<KeptEngine> {
  const prepare = (endpoint: string) => ensureTable(endpoint, table);
  const engine = await keepDynoxide({ socketPath, prepare }, keeping);
  const { endpoint } = engine;
  const { log } = keeping;
  // Rate windows follow the real clock.
  const end = sweepRegularly({ endpoint, table, everyMs: SWEEP_EVERY_MS, now: () => new Date(), log });
  return {
    endpoint,
    stop() {
      end();
      return engine.stop();
    },
  };
}
