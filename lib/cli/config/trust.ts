import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { exits, Failure } from '#lib/cli/failure.ts';
import { variable } from './environment.ts';
import { namesIn, readText } from './files.ts';

const { lstatSync, realpathSync } = process.getBuiltinModule('node:fs');

type About = ReturnType<typeof lstatSync>;

/**
 * Refuses a file or folder that another user could have put there or could change, as git's safe.directory does. It
 * belongs to this user or root, as do the folders up to it, and nobody else may write to any of them; sticky folders,
 * such as /tmp, pass above it. `SVC_SAFE_DIRECTORY` names folders that are trusted with all that is in them.
 */
export function checkTrusted(path: string): void {
  if (!hasUsers() || isAllowed(path)) return;
  const fault = faultAbove(path);
  if (fault !== undefined) throw untrusted(path, fault);
}

/** The same for everything that is run from a folder, by names in it, and for what programs look for above it. */
export function checkRunnable(folder: string, names: readonly string[]): void {
  if (!hasUsers() || isAllowed(folder)) return;
  const above = foldersOf(dirname(folder)).map((one) => join(one, 'node_modules'));
  const faults = [...above.map(faultIfThere), ...names.map((name) => faultBelow(join(folder, name)))];
  const fault = faultAbove(folder) ?? faults.find((one) => one !== undefined);
  if (fault !== undefined) throw untrusted(folder, fault);
}

/** Windows has neither uids nor modes. */
const hasUsers = (): boolean => process.getuid !== undefined;

function isAllowed(path: string): boolean {
  const given = variable('SVC_SAFE_DIRECTORY')?.split(delimiter).filter(Boolean) ?? [];
  return given.map((one) => resolve(one)).some((one) => path === one || path.startsWith(one === sep ? one : one + sep));
}

function untrusted(path: string, fault: string): Failure {
  return new Failure(`${path}: is not used: ${fault}`, {
    exit: exits.denied,
    code: 'unsafe_directory',
    hint: `SVC_SAFE_DIRECTORY=${path}, where you trust everybody who can write there`,
  });
}

/** A folder and those around it, the outermost first. */
function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersOf(parent), path];
}

/** What is wrong with a path, or with a folder up to it, by both its names where links lead to it. */
function faultAbove(path: string): string | undefined {
  const real = realpathSync(path);
  for (const end of new Set([resolve(path), real]))
    for (const one of foldersOf(end)) {
      const fault = faultOf(one, lstatSync(one), one !== end);
      if (fault !== undefined) return fault;
    }
  return undefined;
}

function faultIfThere(path: string): string | undefined {
  const about = lstatSync(path, { throwIfNoEntry: false });
  return about && (faultOf(path, about, false) ?? (about.isSymbolicLink() ? faultAbove(path) : undefined));
}

/** What is wrong with anything in a folder, links followed; what cannot be read cannot be run. */
function faultBelow(path: string): string | undefined {
  const about = lstatSync(path, { throwIfNoEntry: false });
  if (!about) return undefined;
  const fault = faultOf(path, about, false);
  if (fault !== undefined) return fault;
  if (about.isSymbolicLink()) return isDangling(path) ? undefined : faultAbove(path);
  if (!about.isDirectory()) return undefined;
  for (const name of namesIn(path)) {
    const below = faultBelow(join(path, name));
    if (below !== undefined) return below;
  }
  return undefined;
}

function isDangling(link: string): boolean {
  try {
    realpathSync(link);
    return false;
  } catch {
    return true;
  }
}

/** What is wrong with one file or folder; of what is above, a sticky folder lets nobody replace what others have. */
function faultOf(path: string, about: NonNullable<About>, isAbove: boolean): string | undefined {
  const { uid, gid } = about;
  if (uid !== 0 && uid !== process.getuid?.()) return `${path} belongs to another user (uid ${uid})`;
  const mode = Number(about.mode);
  if (about.isSymbolicLink() || (isAbove && (mode & 0o1000) !== 0)) return undefined;
  const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup(Number(gid)));
  return isOpen ? `other users may write to ${path}` : undefined;
}

const groups = new Map<number, boolean>();

/** Whether a group has nobody in it but this user, as with a umask of 002, or is root's. */
function isOwnGroup(gid: number): boolean {
  const known = groups.get(gid) ?? (gid === 0 || (gid === process.getgid?.() && isAlone(gid)));
  groups.set(gid, known);
  return known;
}

function isAlone(gid: number): boolean {
  const rows = (file: string) => (readText(file) ?? '').split('\n').map((line) => line.split(':'));
  const users = rows('/etc/passwd').filter(([, , uid, group]) => Number(group) === gid && uid !== undefined);
  const names = users.filter(([, , uid]) => Number(uid) === process.getuid?.()).map(([name]) => name);
  const group = rows('/etc/group').find(([, , id]) => id !== undefined && Number(id) === gid);
  const members = group?.[3]?.split(',').filter(Boolean) ?? [];
  return group !== undefined && users.length === names.length && members.every((name) => names.includes(name));
}
