// Plain JavaScript: start.mjs imports it before it knows what this Node can read.
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODE = 0o700;
const OTHERS_MAY_WRITE = 0o022;
const STICKY = 0o1000;
const ROOT = 0;
/** Windows has no such modes; the user's folders are the user's there. */
const hasUsers = process.getuid !== undefined;

/**
 * Has Node keep what it has compiled, with its types taken out, for the next start and for the host agent: in the
 * checkout, or in the user's own cache where the checkout cannot be written. Without a folder that only this user can
 * write nothing is kept, since Node runs what it finds there. Does nothing where Node keeps it already.
 *
 * @param {NodeJS.ProcessEnv} env the environment, where the host agent finds the folder
 */
export function keepCompiled(env) {
  if (module.getCompileCacheDir() !== undefined) return;
  const folder = places(env).find(isOurs);
  if (folder === undefined) return;
  module.enableCompileCache(folder);
  env.NODE_COMPILE_CACHE = folder;
}

/** @param {NodeJS.ProcessEnv} env */
function places(env) {
  const checkout = fileURLToPath(new URL('../../', import.meta.url));
  const inCheckout = join(checkout, 'node_modules', '.cache', 'svc');
  try {
    return [inCheckout, join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc', 'compiled')];
  } catch {
    // A user without a home.
    return [inCheckout];
  }
}

/**
 * Whether nobody but this user and root can put anything into this folder, or another one in its place. It is made
 * where it is not there.
 *
 * @param {string} folder
 */
export function isOurs(folder) {
  try {
    const there = chain(folder).find((each) => existsSync(each));
    if (!there || !chain(realpathSync(there)).every(isShut)) return false;
    mkdirSync(folder, { recursive: true, mode: MODE });
    return isMine(lstatSync(realpathSync(folder)));
  } catch {
    return false;
  }
}

/**
 * The folder and all above it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const chain = (folder) => (dirname(folder) === folder ? [folder] : [folder, ...chain(dirname(folder))]);

/**
 * Whether only this user and root can replace what this user keeps in a folder.
 *
 * @param {string} folder
 */
function isShut(folder) {
  const found = lstatSync(folder);
  if (isMine(found)) return true;
  // Where the sticky bit is set, as of /tmp, others cannot replace what is not theirs.
  const isSafe = (found.mode & OTHERS_MAY_WRITE) === 0 || (found.mode & STICKY) !== 0;
  return isSafe && (found.uid === ROOT || !hasUsers);
}

/** @param {import('node:fs').Stats} found */
const isMine = ({ mode, uid }) => !hasUsers || (uid === process.getuid?.() && (mode & OTHERS_MAY_WRITE) === 0);
