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

/** The file of the engine that is kept running (in memory without one), and its socket. */
interface Kept {
  readonly file?: string;
  readonly socketPath?: string | undefined;
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

const start = ({ file, socketPath }: Kept, at?: string): Promise<Engine> =>
  startDynoxide({
    ...(file !== undefined && { file }),
    ...(socketPath !== undefined && { socketPath }),
    ...(at !== undefined && { at }),
  });
