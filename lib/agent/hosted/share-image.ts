import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import type { GuestImage } from '#lib/runtime/registry.ts';
import type { RuntimePlace } from './state-folder.ts';

/**
 * Answers a folder in which the runtime can read the guest image: `image` itself, or a copy beside the state folder
 * when the runtime has another uid. Rejects with UNSUPPORTED when a file of the image is missing.
 */
export async function shareImage(
  image: string,
  { files, install }: GuestImage,
  { state, uid }: RuntimePlace,
): Promise<string> {
  const stats = await Promise.all(files.map((name) => stat(join(image, name)).catch(() => null)));
  if (stats.includes(null)) {
    throw new DriverError('UNSUPPORTED', `there is no guest image in ${image}: ${install} builds it`);
  }
  if (uid === null) return image;
  const stamp = createHash('sha256');
  for (const found of stats) stamp.update(`${found?.size} ${found?.mtimeMs}\n`);
  const folder = join(dirname(state), 'image');
  const copied = join(folder, stamp.digest('hex').slice(0, 16));
  if (await stat(copied).catch(() => null)) return copied;
  const draft = `${copied}.${process.pid}.new`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o755 });
  for (const name of files) {
    await copyFile(join(image, name), join(draft, name), constants.COPYFILE_FICLONE);
    await chmod(join(draft, name), 0o644);
  }
  await chmod(folder, 0o755);
  await rename(draft, copied);
  return copied;
}
