import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#lib/local/log.ts';
import { startDynoxide } from './dynoxide.ts';
import type { Engine } from './engine-process.ts';

/** The embedded engine, kept running at one address. */
export interface KeptEngine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Called with the process id of every start, and with what went wrong. */
export interface Keeping {
  readonly log: Log;
  onStart(pid: number): void;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 10_000;

/**
 * What is kept running: the engine's file (in memory without one), its socket, and what is done at every start before
 * it counts as ready.
 */
interface Kept {
  readonly file?: string;
  readonly socketPath?: string | undefined;
  prepare?(endpoint: string): Promise<void>;
}

/**
 * Starts the engine, and restarts it at the same address whenever it dies, with growing pauses while starts fail. Calls
 * meanwhile fail or are retried by the SDK.
 */
export async function keepDynoxide(kept: Kept, { log, onStart }: Keeping): Promise<KeptEngine> {
  const stopping = new AbortController();
  let engine = await start(kept);
  onStart(engine.pid);
  const { endpoint } = engine;
  const again = async (): Promise<Engine | undefined> => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await start(kept, endpoint);
      } catch (error) {
        log.warn((error as Error).message);
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };
  const keep = async () => {
    for (;;) {
      await engine.exited;
      if (stopping.signal.aborted) return;
      log.warn('the embedded DynamoDB ended; starting it again');
      const next = await again();
      if (!next) return;
      engine = next;
      // It may have been stopped while it started.
      if (stopping.signal.aborted) return engine.stop();
      onStart(engine.pid);
    }
  };
  const keeping = keep();
  return {
    endpoint,
    async stop() {
      stopping.abort();
      await engine.stop();
      await keeping;
    },
  };
}

async function start({ file, socketPath, prepare }: Kept, at?: string): Promise<Engine> {
  const engine = await startDynoxide({
    ...(file !== undefined && { file }),
    ...(socketPath !== undefined && { socketPath }),
    ...(at !== undefined && { at }),
  });
  try {
    await prepare?.(engine.endpoint);
    return engine;
  } catch (error) {
    await engine.stop();
    throw error;
  }
}
