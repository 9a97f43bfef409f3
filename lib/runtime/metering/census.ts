import { survey } from '#lib/runtime/launcher/launcher.ts';
import type { ProcessUse } from './processes.ts';

const MIB = 1024 * 1024;

/** A program counts the processes of all machines. A line is less than 128 bytes, and a machine has 4096 at most. */
const BOUNDS = { memory: 256 * MIB, processor_s: 30, time_ms: 60_000 };
const OUTPUT_OF_ONE = MIB / 2;

/**
 * What the processes of machines use that each have a pid namespace, by the pid of their init. A namespace that a
 * machine made inside its own counts as the machine's. A guest chooses how many processes there are, and how much the
 * kernel has to look at for each, so a short-lived program does so. Where it has to end early, the rest is missing.
 */
export async function censusByNamespace(inits: readonly number[]): Promise<Map<number, ProcessUse[]>> {
  const found = new Map(inits.map((init) => [init, [] as ProcessUse[]]));
  const hear = (line: string) => {
    const [init = 0, pid = 0, started = 0, own = 0, reaped = 0, reapings = 0, memoryKib = 0, read = 0, written = 0] =
      line.split(' ').map(Number);
    found.get(init)?.push({ pid, started, own, reaped, reapings, memoryKib, read, written });
  };
  const bounds = { ...BOUNDS, output: OUTPUT_OF_ONE * inits.length };
  await survey('meter', { init: inits.map(String) }, { bounds, hear });
  return found;
}
