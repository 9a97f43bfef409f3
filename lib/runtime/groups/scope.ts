import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type GroupMounts, groupMounts, neededOf } from './mounts.ts';
import { type GroupPlace, MEMBERS, OWN_GROUP } from './place.ts';

/**
 * The words before a program that has an ordinary user's systemd put it into a scope of its own, whose groups it may
 * divide. The program has this process's id then, and what this process had open.
 */
export const scopeWords = (uid: number): string[] => [
  ...['env', `XDG_RUNTIME_DIR=/run/user/${uid}`, 'systemd-run', '--user', '--scope', '--quiet'],
  ...['--property=Delegate=yes', '--'],
];

/** The group of version 2 within which a user's systemd makes scopes. */
const userService = (unified: string, uid: number): string =>
  join(unified, `user.slice/user-${uid}.slice/user@${uid}.service`);

/**
 * Why an ordinary user's systemd cannot give a program groups with limits of memory and processors; null where nothing
 * speaks against it.
 */
export function scopeLack(uid: number, { unified }: GroupMounts, text: (path: string) => string | null): Lack | null {
  const service = unified === null ? '' : userService(unified, uid);
  const controllers = unified === null ? null : text(join(service, 'cgroup.controllers'));
  if (controllers === null || controllers === '')
    return { missing: "only root's platform makes control groups here: start it as root", command: null };
  const without = ['memory', 'cpu'].filter((one) => !neededOf(controllers).some((word) => word === one));
  if (without.length === 0) return null;
  return { missing: `systemd gives its users no groups for ${without.join(' and ')}`, command: DELEGATE };
}

/** Has systemd give its users these controllers, from their next login on. */
const DELEGATE =
  "sudo install -d /etc/systemd/system/user@.service.d && printf '[Service]\\nDelegate=cpu io memory pids\\n' | " +
  'sudo tee /etc/systemd/system/user@.service.d/svc.conf && sudo systemctl daemon-reload';

interface Lack {
  readonly missing: string;
  readonly command: string | null;
}

/** Where the kernel says in which groups a process is. */
const OWN = { mounts: '/proc/self/mountinfo', groups: '/proc/self/cgroup' };

/**
 * Takes the scope that this process was started in: moves what is in it into a group, so that others can be made beside
 * it, and has as many controllers as there are. Throws where this process is in no scope.
 */
export function takeScope(where = OWN): GroupPlace {
  const { unified } = groupMounts(readFileSync(where.mounts, 'latin1'));
  const [, path = ''] = /^0::(.{1,4096})$/m.exec(readFileSync(where.groups, 'latin1')) ?? [];
  if (unified === null || !/^run-.{1,255}\.scope$/.test(basename(path)))
    throw new Error('this process is in no scope of its own');
  const folder = join(unified, path);
  mkdirSync(join(folder, OWN_GROUP));
  for (const pid of readFileSync(join(folder, MEMBERS), 'latin1').trim().split('\n'))
    if (pid !== '') writeFileSync(join(folder, OWN_GROUP, MEMBERS), pid);
  const controllers = neededOf(readFileSync(join(folder, 'cgroup.controllers'), 'latin1'));
  for (const one of controllers) writeFileSync(join(folder, 'cgroup.subtree_control'), `+${one}`);
  return { version: 2, folders: Object.fromEntries(controllers.map((one) => [one, folder])) };
}
