import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend, Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { joined } from '#lib/runtime/groups/join.ts';
import type { Launch, Login } from '#lib/runtime/launch.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { type ProcessUse, usesOf } from '#lib/runtime/metering/processes.ts';
import { dial } from '#lib/runtime/outside.ts';
import { SFTP_SERVER } from '#lib/runtime/ssh/sftp.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { findTool, HOST_PATH } from '#lib/runtime/system/tools.ts';
import { bootProcess } from './guest.ts';
import { killMembers, MARK, membersOfEach } from './members.ts';
import { clearVolumes, linkVolume, unlinkVolume } from './volumes.ts';

/** The container driver's `poweroff`, `halt`, `shutdown` and `reboot`, which signal $SVC_INIT. */
const POWER_SCRIPT = readFileSync(new URL('../container/power.sh', import.meta.url), 'utf8');

const SHELL = findTool('bash') ?? '/bin/sh';

/** Machines as a folder and a shell: they share the host's processes, network and files, without isolation. */
export function processBackend(state: string): Backend {
  const folders = new WeakMap<Guest, string>();
  return {
    async probe() {
      if (process.getuid?.() === 0)
        throw new DriverError('UNSUPPORTED', 'the process driver refuses to run machines as uid 0');
      killMembers(state);
      const disks = ['volumes', 'volume_hot_attach', 'snapshots'];
      return ['ssh', 'port_forwarding', 'egress', 'single_user', ...disks, ...(SFTP_SERVER ? ['sftp'] : [])];
    },
    prepare,
    adopt: writeProfiles,
    boot: async (record, folder, signal, joins = []) => {
      const disk = join(folder, 'disk');
      await clearVolumes(disk, join(state, 'volumes'));
      const guest = await bootProcess(folder, { PATH: HOST_PATH, [MARK]: folder }, signal, joins);
      const whole: Guest = {
        ...guest,
        launch: (login) => joined(enterProcess({ disk, folder, init: guest.init, user: record.user }, login), joins),
        attach: async (volume) => {
          await linkVolume(disk, volume);
          return null;
        },
        detach: (volume, force) => unlinkVolume(folder, disk, volume, force),
        dial,
      };
      folders.set(whole, folder);
      return whole;
    },
    ...(process.platform === 'linux' && { census: (guests) => usesOfAll(guests, folders) }),
    close: async () => ignore(),
    abandon: () => killMembers(state),
  };
}

async function usesOfAll(guests: readonly Guest[], folders: WeakMap<Guest, string>): Promise<Map<Guest, ProcessUse[]>> {
  const members = membersOfEach(guests.map((guest) => folders.get(guest) ?? ''));
  const uses = await Promise.all(members.map(usesOf));
  return new Map(guests.map((guest, at) => [guest, uses[at] ?? []]));
}

const homesOf = ({ user }: MachineRecord) => ['root', `home/${user}`];

async function prepare(record: MachineRecord, folder: string): Promise<void> {
  const disk = join(folder, 'disk');
  const names = [...homesOf(record), 'tmp', 'bin', 'mnt', 'var/log', 'var/lib'];
  for (const name of names) await mkdir(join(disk, name), { recursive: true });
  for (const name of ['poweroff', 'halt', 'shutdown', 'reboot']) {
    await writeFile(join(disk, 'bin', name), POWER_SCRIPT, { mode: 0o755 });
  }
  await writeProfiles(record, folder);
}

async function writeProfiles(record: MachineRecord, folder: string): Promise<void> {
  // A login shell reads the host's /etc/profile first, which resets PATH.
  const profile = `export PATH="$SVC_ROOT/bin:${HOST_PATH}"\nPS1='$LOGNAME@${record.spec.name}:\\w$ '\n`;
  for (const home of homesOf(record)) {
    const file = join(folder, 'disk', home, '.bash_profile');
    // Replaces a link instead of following it.
    await rm(file, { force: true });
    await writeFile(file, profile, { flag: 'wx' });
  }
}

interface Place {
  readonly disk: string;
  readonly folder: string;
  readonly init: number;
  readonly user: string;
}

function enterProcess({ disk, folder, init, user }: Place, login: Login): Launch {
  const home = join(disk, login.user === 'root' ? 'root' : `home/${user}`);
  const loginEnv = { HOME: home, USER: login.user, LOGNAME: login.user, SHELL, TMPDIR: join(disk, 'tmp') };
  const machine = { SVC_ROOT: disk, SVC_INIT: `${init}`, [MARK]: folder, PATH: `${join(disk, 'bin')}:${HOST_PATH}` };
  const [file = SHELL, ...args] = program(login);
  return { file, args, env: { ...login.env, ...loginEnv, ...machine }, cwd: home };
}

function program({ command }: Login): readonly string[] {
  if (command === null) return [SHELL, '-l'];
  return typeof command === 'string' ? [SHELL, '-c', command] : command;
}
