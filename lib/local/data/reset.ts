import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeHome } from '#lib/agent/hosted/homes.ts';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { type Held, holdDataDir } from './held.ts';

/** What a reset asks, and where homes are. */
export interface ResetOptions {
  /** Is told what would be removed, and answers whether to remove it. */
  confirm(paths: readonly string[]): Promise<boolean>;
  /** Parent of the homes of machines; /var/lib/svc by default. */
  readonly systemDir?: string;
}

/**
 * Removes a data folder and the homes of its machines, and answers whether it did. Links in them are removed, and not
 * followed. Refuses as `holdDataDir` does.
 */
export async function resetData(dataDir: string, { confirm, systemDir }: ResetOptions): Promise<boolean> {
  const held = await holdDataDir(dataDir, systemDir);
  try {
    if (!(await confirm([held.path, ...held.homes.map(({ home }) => home)]))) return false;
    await held.settle();
    await removeAll(held);
    return true;
  } finally {
    held.release();
  }
}

/** What makes it a data folder, by which a reset that failed can be done again. */
const MARKS = ['keys', 'format'];

/** The lock is removed last, so that no platform starts on half of the folder. */
async function removeAll({ path, homes }: Held): Promise<void> {
  for (const { home } of homes) await removeHome(home, async () => false);
  const names = readdirSync(path).filter((name) => name !== 'lock' && !MARKS.includes(name));
  await removeWithMachines(names.map((name) => join(path, name)));
  await removeWithMachines(MARKS.map((name) => join(path, name)));
  rmSync(join(path, 'lock'), { force: true });
  try {
    rmdirSync(path);
  } catch (error) {
    // A folder in which a disk is mounted, or whose parent is not the user's, stays and is empty.
    if (!['EBUSY', 'EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
