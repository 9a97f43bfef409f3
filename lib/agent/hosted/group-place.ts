import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Controller, isExtra } from '#lib/runtime/groups/layouts.ts';
import { type GroupMounts, neededOf } from '#lib/runtime/groups/mounts.ts';
import { type GroupPlace, MEMBERS, OWN_GROUP } from '#lib/runtime/groups/place.ts';
import { scopeLack, scopeWords } from '#lib/runtime/groups/scope.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { mountsHere, removeGroups, SLICE, textOf } from './group-folders.ts';
import type { RuntimePlace } from './state-folder.ts';
import { type Lack, lackLine } from './sub-ids.ts';

/** Programs of the host, for each processor, that machines together weigh as much as. */
const PROGRAMS_OF_A_PROCESSOR = 8;

/** Milliseconds for a user's systemd to make a scope. */
const TRIAL_MS = 10_000;

/** The groups of a data folder, made by root's agent for a runtime of another user. */
export interface LentGroups {
  readonly place: GroupPlace;
  /** Moves a runtime that has just been started to where it may move its children into groups. */
  take(pid: number): void;
  /** Removes what is left when the runtime has ended, as far as no process is in it. */
  end(): void;
}

/** How a runtime comes to groups: the words before its program, and where it makes them. */
interface RuntimeGroups {
  readonly words: readonly string[];
  readonly place: GroupPlace | 'scope' | null;
  take(runtime: ChildProcess): void;
}

const NONE: RuntimeGroups = { words: [], place: null, take: ignore };

/** The groups of a runtime's place. Where there are none, the log has the reason. */
export async function groupsFor(place: RuntimePlace, log: (line: string) => void): Promise<RuntimeGroups> {
  const groups = place.uid === null || place.homes === null ? await scopeOfUser() : ofHome(place.homes.home, place);
  if (!('missing' in groups)) return groups;
  log(`machines have no limits of memory and CPU: ${lackLine(groups)}`);
  return NONE;
}

function ofHome(home: string, { uid, state }: RuntimePlace): RuntimeGroups | Lack {
  const groups = lendGroups(basename(home), uid ?? 0, mountsHere());
  if ('missing' in groups) return groups;
  const take = (child: ChildProcess) => {
    try {
      if (child.pid !== undefined) groups.take(child.pid);
    } catch {
      // It has ended already, or its trial will show that it cannot move processes.
    }
    child.once('exit', () => {
      // At once, since this process may be about to end. One that was refused because another agent's runs leaves all.
      if (!existsSync(join(state, 'runtime.json'))) groups.end();
    });
  };
  return { words: [], place: groups.place, take };
}

/** An ordinary user's, by the user's systemd, which is tried. */
async function scopeOfUser(): Promise<RuntimeGroups | Lack> {
  const uid = process.getuid?.() ?? 0;
  const lack = scopeLack(uid, mountsHere(), textOf);
  if (lack) return lack;
  const words = scopeWords(uid);
  const [file = '', ...args] = [...words, 'true'];
  const trial = await run({ file, args, env: HOST_ENV, cwd: '/' }, { bounds: { time_ms: TRIAL_MS } });
  if (trial.code !== 0) return { missing: `this user's systemd makes no scope: ${reasonOf(trial)}`, command: null };
  return { words, place: 'scope', take: ignore };
}

/**
 * Makes the groups that a runtime of this uid may divide among its machines: `svc.slice/<name>`, of version 2 where
 * that has controllers, otherwise of version 1. Answers why there are none where the system has none.
 */
export function lendGroups(name: string, uid: number, mounts: GroupMounts): LentGroups | Lack {
  const { unified, byController } = mounts;
  const controllers = unified === null ? [] : neededOf(textOf(join(unified, 'cgroup.controllers')));
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
  for (const place of [join(unified, SLICE), folder, join(folder, OWN_GROUP)]) makeGroup(place);
  const enabled = controllers.filter((one) => enables(one, [unified, join(unified, SLICE), folder]));
  const weight = Math.min(10_000, machinesWeight() * 100);
  for (const place of [join(unified, SLICE), folder]) {
    weigh(place, 'cpu.weight', `${weight}`);
    weigh(place, 'io.weight', `default ${weight}`);
  }
  // The runtime may move processes within what it has, which it must be in itself.
  for (const path of ['.', MEMBERS, OWN_GROUP, join(OWN_GROUP, MEMBERS)]) chownSync(join(folder, path), uid, uid);
  const folders = Object.fromEntries(enabled.map((one) => [one, folder]));
  return {
    place: { version: 2, folders },
    take: (pid) => writeFileSync(join(folder, OWN_GROUP, MEMBERS), `${pid}`, { flag: 'r+' }),
    end: () => removeGroups(folder),
  };
}

/** Has groups below these have a controller. False where an extra one cannot be had. */
function enables(controller: Controller, places: readonly string[]): boolean {
  try {
    for (const place of places) writeFileSync(join(place, 'cgroup.subtree_control'), `+${controller}`, { flag: 'r+' });
    return true;
  } catch (error) {
    if (!isExtra(controller)) throw error;
    return false;
  }
}

function ofTrees(name: string, trees: GroupMounts['byController'], uid: number): LentGroups {
  const places = Object.entries(trees).map(([one, tree]): [string, string] => [one, join(tree, SLICE, name)]);
  const folders = Object.fromEntries(places.filter(([one, folder]) => isLent(one, folder, uid)));
  return {
    place: { version: 1, folders },
    take: ignore,
    end: () => {
      for (const folder of new Set(Object.values(folders))) removeGroups(folder);
    },
  };
}

/** Makes a folder of groups in a tree of version 1. False where the tree is of an extra controller, and has none. */
function isLent(controller: string, folder: string, uid: number): boolean {
  try {
    for (const place of [dirname(folder), folder]) {
      makeGroup(place);
      if (controller === 'cpu') weigh(place, 'cpu.shares', `${Math.min(262_144, machinesWeight() * 1024)}`);
      if (controller === 'blkio') weigh(place, 'blkio.bfq.weight', `${Math.min(1000, machinesWeight() * 100)}`);
    }
    chownSync(folder, uid, uid);
    return true;
  } catch (error) {
    if (!isExtra(controller)) throw error;
    return false;
  }
}

/**
 * Of how many programs of the host all machines of a data folder together have the weight: a group weighs as much as
 * one program unless that is said, however many machines are in it.
 */
const machinesWeight = (): number => availableParallelism() * PROGRAMS_OF_A_PROCESSOR;

function weigh(group: string, file: string, weight: string): void {
  try {
    writeFileSync(join(group, file), weight, { flag: 'r+' });
  } catch {
    // A kernel without this file does not weigh groups.
  }
}

/** Makes a group unless it is there. Not by `recursive`, which on file systems of the kernel's may never end. */
function makeGroup(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
