import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { guestKeyReader, openWithin, readText } from '#lib/runtime/ssh/guest-keys.ts';
import type { AuthorizedKey } from '#lib/runtime/ssh/keys.ts';
import type { MachineRecord } from './record.ts';

const NAME = /^[a-z_][a-z0-9_-]{0,31}$/;

/** Readers of the keys of users that have tried to log in. A guest may have as many users as it likes. */
const MOST_READERS = 64;

type Reader = () => readonly AuthorizedKey[];

/**
 * Answers who may log in to a machine, and by which keys: root and the image's user by the platform's and those in
 * their home, another user of the machine's own by those in its home. Null where there is no such user. `root` is the
 * folder of the disk's files, `images` those of the files below it, where the machine has users of its own.
 */
export function guestKeys(
  { user }: Pick<MachineRecord, 'user'>,
  { root, images }: { readonly root: string; readonly images: readonly string[] | null },
): (name: string, platform: readonly AuthorizedKey[]) => readonly AuthorizedKey[] | null {
  const roots = new Map([
    ['root', guestKeyReader(root, 'root')],
    [user, guestKeyReader(root, join('home', user))],
  ]);
  const others = new Map<string, Reader>();
  return (name, platform) => {
    const own = roots.get(name);
    if (own) return [...platform, ...own()];
    const account = images === null || !NAME.test(name) ? null : accountOf(name, [root, ...images]);
    if (!account) return null;
    const key = `${account.uid} ${account.home}`;
    const reader = others.get(key) ?? guestKeyReader(root, account.home, account.uid);
    if (others.size >= MOST_READERS) others.clear();
    others.set(key, reader);
    return reader();
  };
}

interface Account {
  readonly uid: number;
  readonly home: string;
}

/** A user's line in the machine's /etc/passwd; null for one that has root's id, or none. */
function accountOf(name: string, layers: readonly string[]): Account | null {
  const text = layers.reduce<string | null>((found, root) => found ?? textWithin(root, 'etc/passwd'), null) ?? '';
  const line = text.split('\n').find((one) => one.startsWith(`${name}:`));
  const [, , uid = '', , , home = ''] = line?.split(':') ?? [];
  return /^[1-9]\d{0,4}$/.test(uid) && home.startsWith('/') ? { uid: Number(uid), home } : null;
}

function textWithin(root: string, path: string): string | null {
  const file = openWithin(root, path);
  if (file === null) return null;
  try {
    return fstatSync(file).isFile() ? readText(file) : '';
  } finally {
    closeSync(file);
  }
}
