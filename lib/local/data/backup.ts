import { type StdioOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { homeFor, noteOwner, SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { StartError } from '#lib/local/start-error.ts';
import { type DriverKind, drivers } from '#lib/runtime/registry.ts';
import { holdDataDir, isVacant } from './held.ts';

/*
 * A backup is a folder (0700) of tar archives: `data.tar` is the data folder without the disks of machines, and
 * `<driver>.tar` has the machines of a driver, wherever they live. So a backup of root's platform can be restored by an
 * ordinary user and the other way round.
 */

const DATA = 'data.tar';
const hosted = (Object.keys(drivers) as DriverKind[]).filter((kind) => drivers[kind].runs !== 'agent');
const isRoot = () => process.getuid?.() === 0;
/** What belongs to running processes. */
const notState = ['./lock', './lock.*', './run.json', './runtime.json'].map((name) => `--exclude=${name}`);

/**
 * Writes a backup of a data folder and of its machines into a folder that does not exist yet, and answers the names of
 * the archives. Refuses as `holdDataDir` does.
 */
export async function backUp(dataDir: string, target: string, systemDir = SYSTEM_STATE): Promise<string[]> {
  if (existsSync(target)) throw new StartError(`${target} exists; name a new folder for the backup`);
  const held = await holdDataDir(dataDir, systemDir);
  try {
    if (resolve(realpathSync(dirname(target)), basename(target)).startsWith(`${held.path}/`))
      throw new StartError(`${target} lies in the data folder; name a folder elsewhere`);
    await held.settle();
    const own = hosted.map((driver) => ({ driver, folder: join(held.path, 'machines', driver) }));
    const machines = isRoot() ? held.homes.map(({ driver, home }) => ({ driver, folder: join(home, 'state') })) : own;
    const draft = `${target}.partial`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const without = hosted.map((driver) => `--exclude=./machines/${driver}`);
    await pack(join(draft, DATA), held.path, without);
    for (const { driver, folder } of machines)
      if (!isVacant(folder)) await pack(join(draft, `${driver}.tar`), folder, []);
    renameSync(draft, target);
    return readdirSync(target).sort();
  } finally {
    held.release();
  }
}

/**
 * Restores a backup as a data folder, which must be absent or empty, with its machines where this user's platform keeps
 * them. A start is refused until the folder is complete.
 */
export async function restore(source: string, dataDir: string, systemDir = SYSTEM_STATE): Promise<void> {
  const data = join(source, DATA);
  if (!existsSync(data)) throw new StartError(`${source} is not a backup of svc: it has no ${DATA}`);
  if (!isVacant(dataDir)) throw new StartError(`SVC_DATA_DIR ${dataDir} is not empty; name a new folder`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await unpack(data, dataDir, ['--exclude=./format']);
  for (const driver of hosted) {
    const archive = join(source, `${driver}.tar`);
    if (!existsSync(archive)) continue;
    const folder = join(realpathSync(dataDir), 'machines', driver);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isRoot()) await restoreHome(archive, folder, systemDir);
    else await unpack(archive, folder, []);
  }
  await unpack(data, dataDir, ['./format']);
}

/** The machines' uid unpacks them, so that no name or link in an archive reaches what is not theirs. */
async function restoreHome(archive: string, folder: string, systemDir: string): Promise<void> {
  const { home, uid } = await homeFor(folder, systemDir);
  const state = join(home, 'state');
  if (!isVacant(state)) throw new StartError(`${home} has machines of an earlier ${folder}; run "npm run reset" there`);
  for (const [at, mode] of [
    [systemDir, 0o755],
    [home, 0o711],
    [state, 0o700],
  ] as const) {
    // The mode of mkdir is less than this under the umask of a command.
    if (mkdirSync(at, { recursive: true })) chmodSync(at, mode);
  }
  chownSync(state, uid, uid);
  await noteOwner(home, folder);
  await unpack(archive, state, [], ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--']);
}

/** In a user namespace, where there are any, the owner reads also files that machines have closed to themselves. */
function pack(archive: string, folder: string, options: readonly string[]): Promise<void> {
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
  return run(file, rest, ['ignore', openSync(archive, 'wx', 0o600), 'pipe']);
}

function unpack(archive: string, folder: string, options: string[], wrapper: readonly string[] = []): Promise<void> {
  const args = ['tar', '--extract', '--preserve-permissions', '--no-same-owner', '--xattrs', '-C', folder, ...options];
  const [file = '', ...rest] = [...wrapper, ...args];
  return run(file, rest, [openSync(archive, 'r'), 'ignore', 'pipe']);
}

/** Runs a program; rejects with its last words where it fails. */
async function run(file: string, args: string[], stdio: StdioOptions): Promise<void> {
  const child = spawn(file, args, { stdio, cwd: '/' });
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-500);
  });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new StartError(`${file} failed (${status}): ${said.trim()}`);
}
