import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { homesOf, isHeld, isInUse } from '#lib/agent/hosted/homes.ts';
import { endLeftIn, endLeftMachines } from '#lib/agent/hosted/left.ts';
import { StartError } from '#lib/local/start-error.ts';
import { settleExchange } from '#lib/local/state/swap.ts';
import { drivers } from '#lib/runtime/registry.ts';
import { clearLeftOvers } from './data-dir.ts';
import { takeLock } from './lock.ts';

/** A data folder that no platform uses until it is released, and the homes of its machines. */
export interface Held {
  /** Its real path. */
  readonly path: string;
  readonly homes: readonly { readonly driver: string; readonly home: string }[];
  /** Ends what a killed platform left, and answers whether there were machines. Refuses where an agent has some. */
  settle(): Promise<boolean>;
  release(): void;
}

const MACHINES_END_WITHIN_MS = 10_000;

/**
 * Holds an existing data folder. Refuses, in one sentence, a link, another user's folder, one that does not carry the
 * platform's mark, and one whose platform runs.
 */
export async function holdDataDir(dataDir: string, systemDir?: string): Promise<Held> {
  requireMark(dataDir);
  const path = realpathSync(dataDir);
  const lock = takeLock(`${path}/lock`, 'a command on its data');
  if ('heldBy' in lock) {
    const { pid, url } = lock.heldBy;
    throw new StartError(`SVC_DATA_DIR ${dataDir} is in use by the platform at ${url} (process ${pid}); stop it first`);
  }
  const homes = await homesOf(path, systemDir);
  return {
    path,
    homes,
    async settle() {
      clearLeftOvers(`${path}/run.json`);
      await settleExchange(path);
      for (const { home } of homes) await untilUnused(home, isInUse);
      for (const driver of Object.keys(drivers)) await untilUnused(join(path, 'machines', driver), isHeld);
      const ended = [
        await endLeftMachines(join(path, 'machines'), systemDir === undefined ? {} : { system: systemDir }),
      ];
      // Also those whose driver's folder is gone.
      for (const { home } of homes) ended.push(await endLeftIn(home));
      return ended.includes(true);
    },
    release: lock.release,
  };
}

/** The mark is the file `format`, which the first start writes into an empty folder and no other program makes. */
function requireMark(dataDir: string): void {
  const refuse = (why: string) => new StartError(`SVC_DATA_DIR ${dataDir} ${why}`);
  const stats = lstatSync(dataDir, { throwIfNoEntry: false });
  if (!stats) throw refuse('does not exist');
  if (stats.isSymbolicLink()) throw refuse(`is a link; name the folder itself: ${realpathSync(dataDir)}`);
  if (!stats.isDirectory()) throw refuse('is not a folder');
  if (process.getuid && stats.uid !== process.getuid()) throw refuse(`belongs to another user (uid ${stats.uid})`);
  const format = lstatSync(`${dataDir}/format`, { throwIfNoEntry: false });
  if (!format?.isFile() || !/^[1-9]\d{0,5}\n$/.test(readFileSync(`${dataDir}/format`, 'utf8')))
    throw refuse('is not a data folder of svc: it has no file "format" with a number');
  if (!lstatSync(`${dataDir}/keys`, { throwIfNoEntry: false })?.isDirectory())
    throw refuse('is not a data folder of svc: it has no folder "keys"');
}

/** Whether a folder is absent or empty. */
export const isVacant = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/** Machines of a killed platform end with their runtime, which takes a moment. */
async function untilUnused(folder: string, isUsed: (folder: string) => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + MACHINES_END_WITHIN_MS;
  while (await isUsed(folder)) {
    if (performance.now() > deadline) throw new StartError(`machines in ${folder} still run; end them first`);
    await setTimeout(100);
  }
}
