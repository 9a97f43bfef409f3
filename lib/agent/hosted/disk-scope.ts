import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';

/*
 * Disks that several hosts reach are mounted at a folder that is named after their scope. A file there names it, too: a
 * folder whose storage is not mounted has none.
 */

const MARK = 'disk-scope';

/** Where the disks of a scope are mounted. */
export const scopeFolder = (system: string, scope: string): string => join(system, 'shared', scope);

/** Marks the disks of a scope where they have no mark yet. UNSUPPORTED where they are of another one. */
export function markScope(system: string, scope: string): void {
  const folder = scopeFolder(system, scope);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  try {
    writeFileSync(join(folder, MARK), `${scope}\n`, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  requireScope(system, scope);
}

/** UNSUPPORTED where the disks of a scope are not mounted, or are of another one. */
export function requireScope(system: string, scope: string): void {
  const folder = scopeFolder(system, scope);
  const found = markIn(folder);
  if (found === scope) return;
  const why = found === undefined ? 'are not mounted there' : `have the mark of ${found.slice(0, 64)}`;
  throw new DriverError('UNSUPPORTED', `${folder} must have the disks of scope ${scope}, which ${why}`);
}

function markIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, MARK), 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
