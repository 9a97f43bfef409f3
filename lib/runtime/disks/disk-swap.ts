import { access, mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { discardFolder, syncFolder, toTrash } from '#lib/runtime/system/files.ts';
import { scratchOf } from './copy-tree.ts';
import { machineDisk, nextDisk, type OwnDisks } from './own-disks.ts';

const DISK = 'disk';
/** The old disk, kept from the moment before the new one is in place until the new one is safe. */
const OLD = 'disk.old';
/** The place of a disk that is a file system of its own, until it takes the place of the machine's. */
export const NEXT = 'disk.next';

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
 * Has the next disk of a machine, a file system of its own, be the machine's disk, and discards the old one, also one
 * that is a folder. A crash leaves either of them; the next start removes what is left of the other.
 */
export async function exchangeDisk(folder: string, machine: string, own: OwnDisks): Promise<void> {
  const disk = machineDisk(machine);
  await own.close(nextDisk(machine));
  await own.close(disk);
  await own.promote(machine);
  await rmdir(join(folder, NEXT));
  await discardFolder(join(folder, DISK));
  await mkdir(join(folder, DISK), { mode: 0o700 });
  await own.open(disk);
}

/**
 * Completes an interrupted swap: with the new disk when it is in place, otherwise with the old one. What is left over
 * is trash then.
 */
export async function healDisk(machine: string): Promise<void> {
  const next = join(machine, NEXT);
  for (const left of [next, scratchOf(next)]) if (await exists(left)) await toTrash(left);
  if (!(await exists(join(machine, OLD)))) return;
  if (await exists(join(machine, DISK))) await toTrash(join(machine, OLD));
  else await rename(join(machine, OLD), join(machine, DISK));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
