import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Controller, layouts } from '#lib/runtime/groups/layouts.ts';
import { type GroupPlace, MEMBERS, OWN_GROUP } from '#lib/runtime/groups/place.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { isHeld } from './homes.ts';
import type { RuntimePlace } from './state-folder.ts';
import { type Lack, lackLine } from './sub-ids.ts';

/** The parent of the groups of all data folders of root's platforms. */
const SLICE = 'svc.slice';

/** Where control groups of this computer are mounted: of version 2, and of version 1 by controller. */
export interface GroupMounts {
  readonly unified: string | null;
  readonly byController: Readonly<Partial<Record<Controller, string>>>;
}

/** Reads mountinfo (proc(5)): its super options name the controllers of a tree of version 1. */
export function groupMounts(mountinfo: string): GroupMounts {
  let unified: string | null = null;
  const byController: Partial<Record<Controller, string>> = {};
  for (const line of mountinfo.split('\n')) {
    const [mount = '', file = ''] = line.split(' - ');
    const place = mount.split(' ')[4] ?? '';
    const [type, , options = ''] = file.split(' ');
    if (type === 'cgroup2') unified ??= place;
    if (type !== 'cgroup') continue;
    for (const one of layouts[1].controllers) if (options.split(',').includes(one)) byController[one] ??= place;
  }
  return { unified, byController };
}

/** What this computer mounts. */
export const mountsHere = (): GroupMounts => groupMounts(textOf('/proc/self/mountinfo'));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** The controllers of a tree of version 2 that machines need and that are there. */
const controllersOf = (unified: string): Controller[] => {
  const there = textOf(join(unified, 'cgroup.controllers')).trim().split(' ');
  return layouts[2].controllers.filter((one) => there.includes(one));
};

/** The groups of a data folder, made by root's agent for a runtime of another user. */
export interface LentGroups {
  readonly place: GroupPlace;
  /** Moves a runtime that has just been started to where it may move its children into groups. */
  take(pid: number): void;
  /** Removes what is left when the runtime has ended, as far as no process is in it. */
  end(): void;
}

/** The groups of a runtime's place; null where there are none, and then the log has the reason. */
export function groupsFor({ state, uid, homes }: RuntimePlace, log: (line: string) => void) {
  if (uid === null || homes === null) return null;
  const groups = lendGroups(basename(homes.home), uid, mountsHere());
  if ('missing' in groups) {
    log(`machines have no limits of memory and CPU: ${lackLine(groups)}`);
    return null;
  }
  const take = (child: ChildProcess) => {
    if (child.pid !== undefined) groups.take(child.pid);
    child.once('exit', async () => {
      // One that was refused because another agent's runs has nothing to remove.
      if (!(await isHeld(state))) groups.end();
    });
  };
  return { place: groups.place, take };
}

/**
 * Makes the groups that a runtime of this uid may divide among its machines: `svc.slice/<name>`, of version 2 where
 * that has controllers, otherwise of version 1. Answers why there are none where the system has none.
 */
export function lendGroups(name: string, uid: number, mounts: GroupMounts): LentGroups | Lack {
  const { unified, byController } = mounts;
  const controllers = unified === null ? [] : controllersOf(unified);
  try {
    if (unified !== null && controllers.length > 0)
      return ofUnified(join(unified, SLICE, name), unified, controllers, uid);
    if (Object.keys(byController).length > 0) return ofTrees(name, byController, uid);
  } catch (error) {
    return { missing: `control groups cannot be made here: ${(error as Error).message}`, command: null };
  }
  return { missing: 'this system mounts no control groups with controllers', command: null };
}

function ofUnified(folder: string, unified: string, controllers: readonly Controller[], uid: number): LentGroups {
  mkdirSync(join(folder, OWN_GROUP), { recursive: true });
  for (const place of [unified, join(unified, SLICE), folder]) {
    for (const one of controllers) writeFileSync(join(place, 'cgroup.subtree_control'), `+${one}`, { flag: 'r+' });
  }
  // The runtime may move processes within what it has, which it must be in itself.
  for (const path of ['.', MEMBERS, OWN_GROUP, join(OWN_GROUP, MEMBERS)]) chownSync(join(folder, path), uid, uid);
  const folders = Object.fromEntries(controllers.map((one) => [one, folder]));
  return {
    place: { version: 2, folders },
    take: (pid) => writeFileSync(join(folder, OWN_GROUP, MEMBERS), `${pid}`, { flag: 'r+' }),
    end: () => removeGroups(folder),
  };
}

function ofTrees(name: string, trees: GroupMounts['byController'], uid: number): LentGroups {
  const folders = Object.fromEntries(
    Object.entries(trees).map(([controller, tree]) => [controller, join(tree, SLICE, name)]),
  );
  for (const folder of new Set(Object.values(folders))) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, uid);
  }
  return {
    place: { version: 1, folders },
    take: ignore,
    end: () => {
      for (const folder of new Set(Object.values(folders))) removeGroups(folder);
    },
  };
}

/** Removes a group and those in it. One in which a process is stays, until the next start. */
function removeGroups(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) rmdirSync(join(folder, entry.name));
    rmdirSync(folder);
  } catch {
    // A process is still in it, or it is gone.
  }
}
