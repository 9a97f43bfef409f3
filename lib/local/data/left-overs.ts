import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#lib/local/start-error.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { DataDir } from './data-dir.ts';
import { markOf, type ProcessMark } from './processes.ts';

/**
 * Makes the folder of this run's sockets, and records its processes, so that the next start can remove both if this run
 * is killed.
 */
export function leftOvers(data: DataDir, stops: (() => unknown)[]) {
  const socketDir = socketFolder();
  stops.push(() => rmSync(socketDir, { recursive: true, force: true }));
  const children: ProcessMark[] = [];
  data.record({ children, socketDir });
  const noteChild = (pid: number) => {
    const mark = markOf(pid);
    if (mark) children.push(mark);
    data.record({ children: children.slice(-8), socketDir });
  };
  return { socketDir, noteChild };
}

/** The limit of a unix socket's path on Linux (108) and macOS (104), with room for the names in the folder. */
const LONGEST = 80;

/**
 * Makes a folder (0700) for unix sockets, which other users cannot reach. It is removed when this process ends. It is
 * not in the data folder, since that folder's path may be too long for sockets.
 */
export function socketFolder(): string {
  const parents = [tmpdir(), setting('XDG_RUNTIME_DIR'), '/tmp'];
  const parent = parents.find((one) => one.startsWith('/') && one.length <= LONGEST);
  if (parent === undefined) throw new StartError(`TMPDIR ${tmpdir()} is too long for sockets; name a shorter one`);
  const folder = mkdtempSync(join(parent, 'svc-'));
  // A forced exit runs no stops.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
