import { type Controller, layouts } from './layouts.ts';

/** Where control groups of a computer are mounted: of version 2, and of version 1 by controller. */
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

/** The controllers of version 2 that machines need, of those that `cgroup.controllers` names. */
export function neededOf(controllers: string): Controller[] {
  const there = controllers.trim().split(' ');
  return layouts[2].controllers.filter((one) => there.includes(one));
}
