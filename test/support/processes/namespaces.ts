import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';

/** Whether an ordinary process may have user and mount namespaces of its own on this host. */
export const hasNamespaces = spawnSync('unshare', ['-Urm', 'true']).status === 0;

/** Wraps a program so that it sees a small file system on `dir`, which no other process sees. */
export const onTmpfs = (dir: string, size: string): readonly string[] => [
  ...['unshare', '-Urm', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${size},mode=700 tmpfs "$0" && exec "$@"`, dir],
];

/**
 * Closes a folder to programs that are run by `withoutPowers`. In a user namespace even root cannot write another
 * user's files.
 */
export function closeFolder(dir: string): void {
  chmodSync(dir, 0o555);
  if (process.getuid?.() === 0) chownSync(dir, 4242, 4242);
}

/** Wraps a program so that it runs without root's powers over all files. */
export const withoutPowers: readonly string[] = ['unshare', '-Ur'];
