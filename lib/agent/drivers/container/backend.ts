import type { Backend, Guest, Login } from '#lib/agent/hosted/backend.ts';
import { signalProcess } from '#lib/agent/hosted/processes.ts';
import type { MachineRecord } from '#lib/agent/hosted/record.ts';
import { findTool } from '#lib/agent/hosted/tools.ts';
import { defaultUser, hostImages } from '#lib/agent/images.ts';
import { prepareDisk } from './disk.ts';
import { enterMachine } from './enter.ts';
import { bootInit } from './guest.ts';
import { probeContainer } from './probe.ts';
import { Worlds } from './worlds.ts';

const GUEST_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Machines as locked rootless namespaces, one world per VPC. `scratch` is a folder for the probe's machine. */
export function containerBackend(scratch: string): Backend {
  const worlds = new Worlds();
  const backend: Backend = {
    probe: () => probeContainer(backend, scratch),
    prepare: prepareDisk,
    boot: (record, folder, signal) => bootMachine(worlds, record, folder, signal),
    close: () => worlds.close(),
    abandon: () => worlds.abandon(),
  };
  return backend;
}

async function bootMachine(worlds: Worlds, record: MachineRecord, folder: string, signal: AbortSignal): Promise<Guest> {
  const lease = await worlds.lease(record.spec.vpc, signal);
  try {
    const init = await bootInit(lease.world.pid, record, folder, signal);
    const door = { world: lease.world.pid, init: init.pid };
    const user = defaultUser(record.spec.image_id, hostImages());
    void init.ended.then(lease.release);
    return {
      ended: init.ended,
      leaving: init.leaving,
      powerOff: () => void signalProcess(init.pid, 'SIGTERM'),
      kill: () => void signalProcess(init.pid, 'SIGKILL'),
      launch: (login) => enterMachine(door, shellArguments(login, login.user === 'root' ? '/root' : `/home/${user}`)),
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}

const SHELL = '/bin/bash';
/** A terminal made inside: on the outer one `tty` would say "not a tty". */
const TERMINAL = findTool('script') !== null;

function shellArguments(login: Login, home: string): string[] {
  const env = { HOME: home, USER: login.user, LOGNAME: login.user, SHELL, PATH: GUEST_PATH, ...login.env };
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['env', '-i', ...pairs, 'sh', '-c', 'cd "$HOME" 2>/dev/null || cd /; exec "$@"', 'sh', ...program(login)];
}

function program({ command, tty }: Login): string[] {
  if (tty && TERMINAL) return ['script', '-qefc', command ?? `exec ${SHELL} -l`, '/dev/null'];
  return command === null ? [SHELL, '-l'] : [SHELL, '-c', command];
}
