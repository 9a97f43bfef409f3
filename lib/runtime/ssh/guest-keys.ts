import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { type AuthorizedKey, parseAuthorizedKeys } from './keys.ts';

/** Most bytes of a file that is read. No user has so many keys, and every login would have to parse them. */
const MAX_BYTES = 64 * 1024;

/**
 * Answers a function that reads the keys of ~/.ssh/authorized_keys as sshd would; `home` is the home folder's path on
 * the host. Skips lines that are not plain keys (options, invalid text). The file belongs to the guest, so no link,
 * pipe or device is followed or waited for. The file is parsed again only after a change.
 */
export function guestKeyReader(home: string): () => readonly AuthorizedKey[] {
  let seen = '';
  let keys: readonly AuthorizedKey[] = [];
  return () => {
    const file = openKeys(home);
    if (file === null) return [];
    try {
      const stats = fstatSync(file);
      const version = `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
      if (version === seen) return keys;
      keys = isReadable(stats) ? parseLines(readFileSync(file, 'utf8')) : [];
      seen = version;
      return keys;
    } finally {
      closeSync(file);
    }
  };
}

function openKeys(home: string): number | null {
  const folder = join(home, '.ssh');
  try {
    if (!lstatSync(home).isDirectory() || !lstatSync(folder).isDirectory()) return null;
    return openSync(join(folder, 'authorized_keys'), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

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
