import type { Controller } from './layouts.ts';

/**
 * Where a runtime makes the groups of its machines: for each controller that it may set, a folder of its own. With
 * version 2 it is the same folder for all.
 */
export interface GroupPlace {
  readonly version: 1 | 2;
  readonly folders: Readonly<Partial<Record<Controller, string>>>;
}

/** The group of the runtime itself in a tree of version 2, where a group with groups in it holds no process. */
export const OWN_GROUP = '_runtime';

/** The file by which a process is moved into a group. */
export const MEMBERS = 'cgroup.procs';
