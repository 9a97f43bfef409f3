import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';

/** Whether an ordinary process may have user and mount namespaces of its own here. */
export const hasNamespaces = spawnSync('unshare', ['-Urm', 'true']).status === 0;

/** What runs a program with a small file system mounted on `dir`, which nobody else sees. */
export const onTmpfs = (dir: string, size: string): readonly string[] => [
  ...['unshare', '-Urm', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${size},mode=700 tmpfs "$0" && exec "$@"`, dir],
];

/** Closes a folder to whoever runs `withoutPowers`; a user namespace keeps even root from writing what is another's. */
export function closeFolder(dir: string): void {
  chmodSync(dir, 0o555);
  if (process.getuid?.() === 0) chownSync(dir, 4242, 4242);
}

/** What runs a program without the powers that root has over all files. */
export const withoutPowers: readonly string[] = ['unshare', '-Ur'];
