import { mkdir } from 'node:fs/promises';
import { ignore } from '#lib/runtime/system/errors.ts';
import { removeFolder } from '#lib/runtime/system/files.ts';
import type { DiskName, OwnDisks } from './own-disks.ts';

interface New {
  /** The folder of the files. */
  readonly to: string;
  /** The disk of that folder, where it is to be a file system of its own. */
  readonly disk: DiskName;
  readonly own: OwnDisks | null;
}

/** Makes a folder and has `fill` make its disk and files. Leaves neither folder nor disk when that rejects. */
export async function wholeOrNone<T>({ to, disk, own }: New, fill: () => Promise<T>): Promise<T> {
  try {
    await mkdir(to, { mode: 0o700 });
    return await fill();
  } catch (error) {
    await own?.close(disk).catch(ignore);
    await removeFolder(to);
    await own?.drop(disk).catch(ignore);
    throw error;
  }
}
