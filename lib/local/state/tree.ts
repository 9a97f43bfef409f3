import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** A file below a folder: its path there with `/`, and its length. */
export interface Leaf {
  readonly path: string;
  readonly bytes: number;
}

/** Every file below a folder; none where that is absent. Throws for a link, and for anything that is no file. */
export function leavesOf(root: string, below = ''): Leaf[] {
  const folder = join(root, below);
  if (!lstatSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): Leaf[] => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return leavesOf(root, path);
    if (entry.isFile()) return [{ path, bytes: lstatSync(join(root, path)).size }];
    throw new Error(`${join(root, path)} is neither a file nor a folder`);
  });
}

/** Files that never change once they have their name: they are linked, so that they take neither time nor space. */
const FIXED = /^(s3\/blobs\/|mailbox\/|stepfunctions\/(closed\/|definitions\/|machines\/))/;
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EACCES']);

/**
 * Brings files of one folder to another under the same paths, each in a folder (0700) and with mode 0600. Copies are
 * on the disk when this resolves.
 */
export async function bring(from: string, to: string, paths: readonly string[]): Promise<void> {
  const made = new Set<string>();
  const copies: string[] = [];
  for (const path of paths) {
    const target = join(to, path);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    made.add(folder);
    if (FIXED.test(path) && linked(join(from, path), target)) continue;
    copyFileSync(join(from, path), target);
    copies.push(target);
  }
  await Promise.all(copies.map(settle));
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function settle(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a relative path stays below its folder. */
export const staysBelow = (path: string): boolean =>
  path !== '' &&
  !path.includes('\0') &&
  path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes(sep));
