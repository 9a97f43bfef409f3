import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#lib/local/start-error.ts';

/** What Linux (108) and macOS (104) allow for a unix socket's path, with room for the names in the folder. */
const LONGEST = 80;

/**
 * Makes a folder (0700) for unix sockets, which nobody else can reach there. It is removed when this process ends. It is
 * not in the data folder, whose path may be longer than a socket's may be.
 */
export function socketFolder(): string {
  const parents = [tmpdir(), process.env.XDG_RUNTIME_DIR ?? '', '/tmp'];
  const parent = parents.find((one) => one.startsWith('/') && one.length <= LONGEST);
  if (parent === undefined) throw new StartError(`TMPDIR ${tmpdir()} is too long for sockets; name a shorter one`);
  const folder = mkdtempSync(join(parent, 'svc-'));
  // A forced end runs no stops.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
