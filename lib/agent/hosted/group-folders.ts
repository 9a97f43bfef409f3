import { readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GroupMounts, groupMounts } from '#lib/runtime/groups/mounts.ts';

/** The parent of the groups of all data folders of root's platforms. */
export const SLICE = 'svc.slice';

/** What this computer mounts. */
export const mountsHere = (): GroupMounts => groupMounts(textOf('/proc/self/mountinfo'));

/** The text of a file; none where it cannot be read. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Removes a group and those in it. One in which a process is stays, until the next start. */
export function removeGroups(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) rmdirSync(join(folder, entry.name));
    rmdirSync(folder);
  } catch {
    // A process is still in it, or it is gone.
  }
}

/** Removes what is left of the groups of a data folder that is removed, by the name of its home. */
export function removeGroupsOf(name: string, { unified, byController }: GroupMounts = mountsHere()): void {
  const trees = new Set([unified, ...Object.values(byController)]);
  for (const tree of trees) if (tree) removeGroups(join(tree, SLICE, name));
}
