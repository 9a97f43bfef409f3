import { chownSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IdRange, inRangeOf, removeWithMachines, tryRange } from '#lib/agent/hosted/id-range.ts';
import type { PullLine, PullOrder } from '#lib/runtime/image-store/pull/order.ts';
import { run } from '#lib/runtime/system/run.ts';

const ENTRY = fileURLToPath(import.meta.resolve('#lib/runtime/image-store/pull/main.ts'));

/** The range of ids in which the program that pulls runs here, or what is missing for one. */
export const pullRange = await tryRange(process.getuid?.() === 0 ? 1_900_000_000 : null);

/** The program that pulls, as a runtime has it run, over a store of its own. */
export interface Puller {
  /** The folder of the layers. */
  readonly images: string;
  /** Its last words. */
  pull(reference: string, more?: Partial<PullOrder>): Promise<PullLine>;
  /** Runs a command of the host as the owner of the layers, in that folder, and answers what it prints. */
  look(command: string): Promise<string>;
  /** What is in the store, unfinished things too. */
  left(): string[];
  remove(): Promise<void>;
}

export async function openPuller(): Promise<Puller> {
  const range = pullRange as IdRange;
  const base = mkdtempSync(join(tmpdir(), 'svc-pull-'));
  await chmod(base, 0o711);
  const images = join(base, 'images');
  mkdirSync(images, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(images, range.uid, range.gid);
  const bounds = { bytes: 64 * 1024 * 1024, files: 2000, depth: 32 };
  const usual: PullOrder = { reference: null, images, bounds, loopback: true, credentials: null, known: [] };
  return {
    images,
    async pull(reference, more = {}) {
      const input = JSON.stringify({ ...usual, reference, ...more });
      const launch = inRangeOf(range, [process.execPath, ENTRY]);
      const { stdout } = await run(launch, { input, bounds: { memory: 2 ** 40, processor_s: null } });
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PullLine;
    },
    async look(command) {
      const { stdout } = await run(inRangeOf(range, ['sh', '-c', `cd "$0" && ${command}`, images]));
      return stdout;
    },
    left: () => readdirSync(images),
    remove: () => removeWithMachines([base]),
  };
}
