import type { Backend, Guest } from '#lib/agent/hosted/backend.ts';
import { checkAborted } from '#lib/agent/hosted/errors.ts';
import { signalProcess } from '#lib/agent/hosted/processes.ts';
import type { MachineRecord } from '#lib/agent/hosted/record.ts';
import { prepareDisk } from './disk.ts';
import { proxyEnvironment } from './egress.ts';
import { type Door, enterMachine, enterNetwork } from './enter.ts';
import { bootInit, type Init } from './guest.ts';
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
    const init = await bootInit(lease.world.pid, record, folder, signal);
    void init.ended.then(lease.release);
    try {
      await lease.egress;
      checkAborted(signal);
    } catch (error) {
      signalProcess(init.pid, 'SIGKILL');
      await init.ended;
      throw error;
    }
    return makeGuest(record, { world: lease.world.pid, init: init.pid }, init);
  } catch (error) {
    lease.release();
    throw error;
  }
}

function makeGuest({ spec, user }: MachineRecord, door: Door, init: Init): Guest {
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
      return enterMachine(door, shellArguments({ ...login, env: { ...proxy, ...login.env } }, home));
    },
    dial: (host, port) => sockets.dial(host, port),
    listen: (port) => sockets.listen(spec.private_ip, port),
  };
}
