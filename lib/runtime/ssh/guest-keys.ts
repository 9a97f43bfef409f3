import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type AuthorizedKey, parseAuthorizedKeys } from './keys.ts';

/** Most bytes of a file that is read. No user has so many keys, and every login would have to parse them. */
const MAX_BYTES = 64 * 1024;

/**
 * Answers a function that reads the keys of ~/.ssh/authorized_keys as sshd would; `home` is the home folder's path
 * within `root`, a folder of the host. Skips lines that are not plain keys (options, invalid text). The file belongs to
 * the guest, so no link, pipe or device is followed or waited for. The file is parsed again only after a change.
 */
export function guestKeyReader(root: string, home: string, uid = 0): () => readonly AuthorizedKey[] {
  let seen = '';
  let keys: readonly AuthorizedKey[] = [];
  return () => {
    const file = openWithin(root, join(home, '.ssh/authorized_keys'));
    if (file === null) return [];
    try {
      const stats = fstatSync(file);
      const version = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
      if (version === seen) return keys;
      keys = isReadable(stats) && isOwn(stats, uid) ? parseLines(readText(file)) : [];
      seen = version;
      return keys;
    } finally {
      closeSync(file);
    }
  };
}

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * Opens a file of a guest, and each folder on the way to it, the next one below it: a guest that exchanges a folder for
 * a link between two looks at its path would lead to another file of the host. Null where it cannot be opened.
 */
export function openWithin(root: string, path: string): number | null {
  const folders: number[] = [];
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) return null;
  const file = names.pop() ?? '';
  try {
    let at = root;
    for (const name of ['', ...names]) {
      at = join(at, name);
      const last = folders.at(-1);
      folders.push(openSync(last === undefined ? at : below(last, at, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    }
    return openSync(below(folders.at(-1) ?? 0, at, file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return null;
  } finally {
    for (const folder of folders) closeSync(folder);
  }
}

/** A name below an open folder. Only Linux has paths for these; elsewhere machines have no walls. */
const below = (folder: number, path: string, name: string): string =>
  join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : path, name);

/** Its guest may write more to it at this moment. Only so much is read. */
export function readText(file: number): string {
  const bytes = Buffer.alloc(MAX_BYTES);
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_BYTES, 0));
}

/** Root's own files were always taken, whoever owns them; those of others are theirs or root's. */
const isOwn = (stats: Stats, uid: number): boolean => uid === 0 || stats.uid === uid || stats.uid === 0;

function isReadable(stats: Stats): boolean {
  return stats.isFile() && stats.size <= MAX_BYTES;
}

function parseLines(text: string): AuthorizedKey[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line.trim() ? parseAuthorizedKeys([line.trim()]) : [];
    } catch {
      return [];
    }
  });
}
