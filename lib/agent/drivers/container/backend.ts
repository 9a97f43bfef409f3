import type { Backend, Guest } from '#lib/agent/hosted/backend.ts';
import { checkAborted } from '#lib/agent/hosted/errors.ts';
import { ignore } from '#lib/agent/hosted/ignore.ts';
import { signalProcess } from '#lib/agent/hosted/processes.ts';
import type { MachineRecord } from '#lib/agent/hosted/record.ts';
import { prepareDisk } from './disk.ts';
import { proxyEnvironment } from './egress.ts';
import { type Door, enterMachine, enterNetwork } from './enter.ts';
import { bootInit, type Init } from './guest.ts';
import { limitProcesses, type PinToCpus, pickCpus } from './limits.ts';
import { shellArguments } from './login.ts';
import { probeContainer } from './probe.ts';
import { NetworkSockets } from './sockets.ts';
import { Worlds } from './worlds.ts';

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
    const pin = pickCpus(record.spec.cpu);
    const init = await bootInit(lease.world.pid, record, folder, { signal, pin });
    void init.ended.then(lease.release);
    try {
      await lease.egress;
      checkAborted(signal);
    } catch (error) {
      signalProcess(init.pid, 'SIGKILL');
      await init.ended;
      throw error;
    }
    return makeGuest(record, { world: lease.world.pid, init: init.pid, pin }, init);
  } catch (error) {
    lease.release();
    throw error;
  }
}

let listening: Promise<unknown> = Promise.resolve();

function makeGuest({ spec, user }: MachineRecord, door: Door & { readonly pin: PinToCpus }, init: Init): Guest {
  const sockets = new NetworkSockets((argv) => enterNetwork(door, argv));
  void init.ended.then(() => sockets.close());
  const proxy = proxyEnvironment(spec.vpc);
  return {
    ended: init.ended,
    leaving: init.leaving,
    powerOff: () => void signalProcess(init.pid, 'SIGTERM'),
    kill: () => void signalProcess(init.pid, 'SIGKILL'),
    launch: (login) => {
      const home = login.user === 'root' ? '/root' : `/home/${user}`;
      const argv = shellArguments({ ...login, env: { ...proxy, ...login.env } }, home);
      return enterMachine(door, limitProcesses(argv), door.pin);
    },
    dial: (host, port) => sockets.dial(host, port),
    // One after the other: each starts a program, and a hundred machines may boot at once.
    listen: (port) => {
      const server = listening.then(() => sockets.listen(spec.private_ip, port));
      listening = server.catch(ignore);
      return server;
    },
  };
}
