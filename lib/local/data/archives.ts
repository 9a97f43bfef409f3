import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { homeFor, noteOwner } from '#lib/agent/hosted/homes.ts';
import { StartError } from '#lib/local/start-error.ts';
import { type DriverKind, drivers } from '#lib/runtime/registry.ts';
import { progressOf } from '#lib/runtime/system/open-files.ts';
import { AS_LONG_AS_IT_MOVES, reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/* Tar archives of folders, also of those in which machines live under another uid. */

/** The drivers whose machines have disks, which live under the runtime. */
export const hosted = (Object.keys(drivers) as DriverKind[]).filter((kind) => drivers[kind].runs !== 'agent');

/** Whether machines live under a uid of their own, outside of the data folder. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** What belongs to running processes. */
const notState = ['./lock', './lock.*', './run.json', './runtime.json'].map((name) => `--exclude=${name}`);

/** Makes the home of a driver's folder, and answers it with the uid of its machines. */
export async function makeHome(folder: string, systemDir: string): Promise<{ home: string; uid: number }> {
  const { home, uid } = await homeFor(folder, systemDir);
  for (const [at, mode] of [
    [systemDir, 0o755],
    [home, 0o711],
  ] as const) {
    // The mode of mkdir is less than this under the umask of a command.
    if (mkdirSync(at, { recursive: true })) chmodSync(at, mode);
  }
  await noteOwner(home, folder);
  return { home, uid };
}

/** Unpacks machines as their uid, into a folder of it, so that an archive's names and links reach nothing else. */
export function unpackAs(uid: number, archive: string, folder: string): Promise<void> {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o700);
  chownSync(folder, uid, uid);
  return unpack(archive, folder, [], ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--']);
}

/** In a user namespace, where there are any, the owner reads also files that machines have closed to themselves. */
export function pack(archive: string, folder: string, options: readonly string[]): Promise<void> {
  const namespace = ['unshare', '--map-root-user', '--'];
  const asOwner = !isRoot() && spawnSync('unshare', [...namespace.slice(1), 'true']).status === 0 ? namespace : [];
  const args = [
    'tar',
    '--create',
    '--sparse',
    '--xattrs',
    '--numeric-owner',
    ...notState,
    ...options,
    '-C',
    folder,
    '.',
  ];
  const [file = '', ...rest] = [...asOwner, ...args];
  const handle = openSync(archive, 'wx', 0o600);
  return act(file, rest, { stdout: handle });
}

/** Unpacks an archive, or some of it, into a folder; `wrapper` is a program that does so as another user. */
export function unpack(
  archive: string,
  folder: string,
  options: string[],
  wrapper: readonly string[] = [],
): Promise<void> {
  const args = ['tar', '--extract', '--preserve-permissions', '--no-same-owner', '--xattrs', '-C', folder, ...options];
  const [file = '', ...rest] = [...wrapper, ...args];
  const handle = openSync(archive, 'r');
  return act(file, rest, { stdin: handle });
}

/** Runs a program on an open archive, which is closed then; rejects with its first words where it fails. */
async function act(file: string, args: string[], archive: { stdin: number } | { stdout: number }): Promise<void> {
  const options = { ...archive, bounds: AS_LONG_AS_IT_MOVES, sign: progressOf };
  const ending = run({ file, args, env: HOST_ENV, cwd: '/' }, options);
  closeSync('stdin' in archive ? archive.stdin : archive.stdout);
  const verdict = await ending;
  if (verdict.code !== 0) throw new StartError(`${file} failed: ${reasonOf(verdict)}`);
}
