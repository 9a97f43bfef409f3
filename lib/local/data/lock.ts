import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { isAlive, markOf, type ProcessMark } from './processes.ts';

/** The process that holds a data folder. */
export interface Holder extends ProcessMark {
  readonly url: string;
}

const TAKEOVER_STALE_MS = 10_000;

/**
 * Takes the lock `file` for this process. Returns its release, or the living process that holds it. The lock of a
 * killed process is taken over.
 */
export function takeLock(file: string, url: string): { release(): void } | { heldBy: Holder } {
  const mine = { ...requireMark(), url };
  for (;;) {
    if (create(file, mine)) return { release: () => release(file, mine) };
    const holder = readHolder(file);
    if (holder && isAlive(holder)) return { heldBy: holder };
    removeStale(file);
  }
}

function requireMark(): ProcessMark {
  const mark = markOf(process.pid);
  if (mark === undefined) throw new Error('this process cannot tell its own start time');
  return mark;
}

/** Creates the file with its whole content in one step, and only where it does not exist. */
function create(file: string, holder: Holder): boolean {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** Where two processes see a stale lock, the second must not remove the lock that the first has just created. */
function removeStale(file: string): void {
  const guard = `${file}.takeover`;
  try {
    writeFileSync(guard, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (age(guard) > TAKEOVER_STALE_MS) unlinkIfThere(guard);
    return;
  }
  try {
    const holder = readHolder(file);
    if (!holder || !isAlive(holder)) unlinkIfThere(file);
  } finally {
    unlinkIfThere(guard);
  }
}

function release(file: string, mine: Holder): void {
  const holder = readHolder(file);
  if (holder?.pid === mine.pid && holder.start === mine.start) unlinkIfThere(file);
}

/** The process that a lock file names, whether it lives or not; undefined where there is none. */
export function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function age(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
