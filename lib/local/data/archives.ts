import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, lstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { homeFor, isRuntimeUid, noteOwner } from '#lib/agent/hosted/homes.ts';
import { asMachines, findRange, withDisks, wordsOf } from '#lib/agent/hosted/id-range.ts';
import { otherRange, RANGE_FILE } from '#lib/agent/hosted/kept-range.ts';
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

/** What belongs to running processes, and to this user on this host. */
const notState = ['./lock', './lock.*', './run.json', './runtime.json', `./${RANGE_FILE}`].map(
  (name) => `--exclude=${name}`,
);

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

/**
 * Unpacks machines as root of their range of ids, into a folder of theirs, so that an archive's names and links reach
 * nothing else. Owners are those in the range; in an archive of an earlier version everything is of one user. `uid` is
 * that of root's machines; null is this ordinary user.
 */
export function unpackAs(uid: number | null, archive: string, folder: string): Promise<void> {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o700);
  if (uid !== null) chownSync(folder, uid, uid);
  const words = uid === null ? asMachines() : withIdsOf(uid);
  const hasOwners = words.length > 0 && !namesHostUsers(archive);
  const owners = hasOwners ? ['--same-owner', '--numeric-owner', '--xattrs-include=*'] : [];
  return unpack(archive, folder, owners, words);
}

/** The words before a program of this process, the host's root, that has it run as root of a range of ids. */
function withIdsOf(uid: number): string[] {
  const range = findRange(uid);
  return 'missing' in range
    ? ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--']
    : wordsOf(range);
}

/** The first bytes of an archive, in which its first entry says whose it is. */
const HEAD_BYTES = 8192;
/** Where a header has its entry's uid, whose first bit is set for one that is too large for digits. */
const UID_AT = 108;

/** Whether an archive's owners are users of the host, and not ids in a range: it was made before there were ranges. */
function namesHostUsers(archive: string): boolean {
  const file = openSync(archive, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    readSync(file, head, 0, HEAD_BYTES, 0);
    const [, extended = '0'] = /\d uid=(\d{1,20})\n/.exec(head.toString('latin1')) ?? [];
    return ((head[UID_AT] ?? 0) & 0x80) !== 0 || Number(extended) > HIGHEST_ID;
  } finally {
    closeSync(file);
  }
}

const HIGHEST_ID = 65_535;

/**
 * Packs a folder. The owners of machines with a range of ids are those in it. An ordinary user without one reads files
 * that machines have closed to themselves in a user namespace, where there are any.
 */
export function pack(archive: string, folder: string, options: readonly string[]): Promise<void> {
  const { uid } = lstatSync(folder);
  const other = isRoot() ? null : otherRange(folder, findRange(null));
  if (other !== null) throw new StartError(other.missing);
  const asOwner = isRoot() ? (isRuntimeUid(uid) ? [...withDisks(folder, uid), ...withIdsOf(uid)] : []) : asThisUser();
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

function asThisUser(): string[] {
  const [words, namespace] = [asMachines(), ['--map-root-user', '--']];
  if (words.length > 0) return words;
  return spawnSync('unshare', [...namespace, 'true']).status === 0 ? ['unshare', ...namespace] : [];
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
