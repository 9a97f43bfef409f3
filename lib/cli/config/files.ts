import { dirname } from 'node:path';

// An import of it loads streams and promises too, which takes longer than to read a context.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');

/** The text of a file; undefined where there is none. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The names of the files in a folder; none where there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Deletes a file, if it is there. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** Writes a file that only this user can read, in one step: who reads meanwhile sees the old text or the new one. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    replaced(temporary, file);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** Windows refuses to replace a file that another program has open. */
function replaced(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM' || attempt === 20) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Milliseconds after which a lock counts as left behind, whatever holds it. */
const staleAfter = 120_000;

/** Does the work while no other program does any under this lock. */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  while (!taken(file)) await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 30));
  try {
    return await work();
  } finally {
    removeFile(file);
  }
}

/**
 * Takes the lock where it is free or was left behind by a program that has ended. Where two programs find it left
 * behind at the same moment, both may get it; a refresh has an Idempotency-Key, so that this costs nothing.
 */
function taken(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${Date.now()}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const [pid = 0, since = 0] = (readText(file) ?? '').split(' ').map(Number);
  // Whoever has just created it has not written its number yet.
  if (pid > 0 && (!isAlive(pid) || Date.now() - since > staleAfter)) removeFile(file);
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
