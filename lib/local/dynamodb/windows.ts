import type { Keeping, KeptEngine } from './keep.ts';
import { keepDynoxide } from './keep.ts';
import { ensureTable } from './table.ts';
import { sweepRegularly } from './ttl.ts';

const SWEEP_EVERY_MS = 60_000;

/**
 * An engine in memory for the table's rate windows alone. Every request writes one, and a second later nobody asks for
 * it: the disk, which has to be waited for, would be kept busy for nothing.
 */
export async function startWindows(table: string, keeping: Keeping, socketPath?: string): Promise<KeptEngine> {
  const prepare = (endpoint: string) => ensureTable(endpoint, table);
  const engine = await keepDynoxide({ socketPath, prepare }, keeping);
  const { endpoint } = engine;
  const { log } = keeping;
  // Windows are of the real clock.
  const end = sweepRegularly({ endpoint, table, everyMs: SWEEP_EVERY_MS, now: () => new Date(), log });
  return {
    endpoint,
    stop() {
      end();
      return engine.stop();
    },
  };
}
