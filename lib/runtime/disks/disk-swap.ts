import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { discardFolder, syncFolder, toTrash } from '#lib/runtime/system/files.ts';

const DISK = 'disk';
/** The old disk, kept from the moment before the new one is in place until the new one is safe. */
const OLD = 'disk.old';

/**
 * Replaces a machine's disk by the `disk` of another folder, and discards the old one. `healDisk` repairs a crash at
 * any point.
 */
export async function swapDisk(machine: string, from: string): Promise<void> {
  await rename(join(machine, DISK), join(machine, OLD));
  try {
    await rename(join(from, DISK), join(machine, DISK));
    await syncFolder(machine);
  } catch (error) {
    await healDisk(machine);
    throw error;
  }
  await discardFolder(join(machine, OLD));
}

/**
 * Completes an interrupted swap: with the new disk when it is in place, otherwise with the old one. What is left over
 * is trash then.
 */
export async function healDisk(machine: string): Promise<void> {
  if (!(await exists(join(machine, OLD)))) return;
  if (await exists(join(machine, DISK))) await toTrash(join(machine, OLD));
  else await rename(join(machine, OLD), join(machine, DISK));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
