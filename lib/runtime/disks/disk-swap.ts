import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, sweepTrash, syncFolder } from './folders.ts';

const DISK = 'disk';
/** The disk that was, from the moment before the new one is in place until that is sure. */
const OLD = 'disk.old';

/** Puts `disk` of another folder in the place of a machine's own, which is removed then. `healDisk` mends a crash at any point. */
export async function swapDisk(machine: string, from: string): Promise<void> {
  await rename(join(machine, DISK), join(machine, OLD));
  try {
    await rename(join(from, DISK), join(machine, DISK));
    await syncFolder(machine);
  } catch (error) {
    await healDisk(machine);
    throw error;
  }
  await removeFolder(join(machine, OLD));
}

/** Ends a swap that was cut short: with the new disk where it is in place, else with the old one. */
export async function healDisk(machine: string): Promise<void> {
  if (await exists(join(machine, OLD))) {
    if (await exists(join(machine, DISK))) await removeFolder(join(machine, OLD));
    else await rename(join(machine, OLD), join(machine, DISK));
  }
  await sweepTrash(machine);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
