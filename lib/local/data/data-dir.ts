import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf, StartError } from '#lib/local/start-error.ts';
import { settleExchange } from '#lib/local/state/swap.ts';
import { imageFolders } from '#lib/runtime/registry.ts';
import { replaceFile } from './files.ts';
import { takeLock } from './lock.ts';
import { migrate } from './migrations.ts';
import { killLeftOver, type ProcessMark } from './processes.ts';

const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** What a run leaves behind when it is killed; the next start removes it. */
export interface LeftOvers {
  readonly children: readonly ProcessMark[];
  readonly socketDir?: string;
}

/** An opened SVC_DATA_DIR, locked for this process until it is released. */
export interface DataDir {
  readonly path: string;
  file(name: string): string;
  /** Records what the next start must remove if this process is killed. */
  record(leftOvers: LeftOvers): void;
  release(): void;
}

/**
 * Opens SVC_DATA_DIR for this process: creates it (0700), locks it, removes what a killed run left, and migrates it.
 * Refuses in one sentence.
 */
export async function openDataDir(path: string, url: string): Promise<DataDir> {
  try {
    return await open(path, url);
  } catch (error) {
    if (error instanceof StartError || !(error as NodeJS.ErrnoException).code) throw error;
    throw new StartError(`SVC_DATA_DIR ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function open(path: string, url: string): Promise<DataDir> {
  makeFolder(path);
  checkFolder(path);
  const file = (name: string) => join(path, name);
  const lock = takeLock(file('lock'), url);
  if ('heldBy' in lock) {
    const { pid, url: theirs } = lock.heldBy;
    throw new StartError(
      `SVC_DATA_DIR ${path} is in use by the platform at ${theirs} (process ${pid}); stop that one, or set SVC_DATA_DIR, SVC_PORT and SVC_S3_PORT to others`,
    );
  }
  try {
    clearLeftOvers(file('run.json'));
    await settleExchange(path);
    await migrate(path);
    mkdirSync(file('keys'), { recursive: true, mode: 0o700 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    path,
    file,
    record: (leftOvers) => replaceFile(file('run.json'), `${JSON.stringify(leftOvers)}\n`),
    release() {
      rmSync(file('run.json'), { force: true });
      lock.release();
    },
  };
}

/** Node's own `recursive` never returns where the system reports ENOENT below an existing folder, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** What may be put there before the first start: saved states, and the image that `npm run qemu:install` builds. */
const AHEAD: ReadonlySet<string> = new Set(['states', ...imageFolders]);

function checkFolder(path: string): void {
  const { uid } = statSync(path);
  const self = process.getuid?.();
  if (self !== undefined && uid !== self)
    throw new StartError(`SVC_DATA_DIR ${path} belongs to another user (uid ${uid})`);
  const names = readdirSync(path).filter((name) => !name.startsWith('lock') && !AHEAD.has(name));
  if (names.length > 0 && !names.includes('format') && !names.includes('migrating')) {
    throw new StartError(`SVC_DATA_DIR ${path} holds other files; name an empty folder or a new one`);
  }
  chmodSync(path, 0o700);
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    const free = Math.floor((bavail * bsize) / 1024 / 1024);
    throw new StartError(`SVC_DATA_DIR ${path} is on a full disk (${free} MiB free, 64 MiB needed)`);
  }
}

/** Ends the processes that a killed run left, and removes the folder of its sockets. */
export function clearLeftOvers(file: string): void {
  if (!existsSync(file)) return;
  const { children, socketDir } = JSON.parse(readFileSync(file, 'utf8')) as LeftOvers;
  for (const child of children) killLeftOver(child);
  if (socketDir) rmSync(socketDir, { recursive: true, force: true });
  rmSync(file);
}
