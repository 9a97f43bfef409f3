import { once } from 'node:events';
import { join } from 'node:path';
import type { BackendOptions, Guest, LeftMachine, LeftMachines } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { FoundInit, WatchedInit } from '#lib/runtime/holder.ts';
import { followInit } from '#lib/runtime/machines/follow-init.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { layersOf } from '#lib/runtime/machines/root.ts';
import { readNetBytes } from '#lib/runtime/metering/processes.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { isAlive } from '#lib/runtime/system/processes.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { type Dialer, dialNamed } from './dial.ts';
import { proxyEnvironment } from './egress.ts';
import { launchLogin, type MachineDoor, socketsOf } from './enter.ts';
import { bootInit, type Init, initOf, type KeptInit, readKept } from './guest.ts';
import { pickCpus } from './limits.ts';
import type { ListeningPorts } from './listening.ts';
import { networkOf } from './network.ts';
import type { NetworkHostLease, NetworkHosts } from './network-hosts.ts';
import type { OwnView } from './own-view.ts';
import { mountVolume, unmountVolume } from './volumes.ts';
import type { VpcServices } from './vpc-services.ts';

/** What machines of this driver get from their host. */
export interface Host {
  readonly networkHosts: NetworkHosts;
  readonly kernel: { readonly filters: boolean };
  readonly listening: ListeningPorts;
  readonly view: OwnView;
  /** The folder of the images below machines' disks. */
  readonly images: string;
  readonly mounts: BackendOptions['mounts'];
  readonly oneUser: string | null;
}

/** A machine's folder, and the files by which a process joins its control groups. */
interface Place {
  readonly folder: string;
  readonly joins: readonly string[];
}

export const withoutUsers = ({ spec }: MachineRecord, why: string | null): DriverError =>
  new DriverError(
    'FAILED',
    `machine ${spec.id} has users of its own, which this host cannot give it now${why === null ? '' : `: ${why}`}`,
  );

/** Boots a machine. Leaves nothing behind when it rejects. */
export async function bootMachine(
  host: Host,
  record: MachineRecord,
  place: Place,
  signal: AbortSignal,
): Promise<Guest> {
  const { networkHosts, kernel, images, mounts, oneUser } = host;
  if (record.root !== undefined && !inRange) throw withoutUsers(record, oneUser);
  // Lent while the network is made.
  const lent = mounts?.(record.spec.id, { image: record.root ?? null }) ?? null;
  lent?.catch(ignore);
  const lease = await networkHosts.lease(record.spec.vpc, signal).catch((error: unknown) => {
    void lent?.then((socket) => socket.destroy(), ignore);
    throw error;
  });
  try {
    const cpus = pickCpus(record.spec.cpu);
    const { folder, joins } = place;
    const { filters } = kernel;
    const how = { signal, cpus, filters, images, joins, lent: await lent };
    const init = await bootInit(lease.networkHost, record, folder, how);
    return await openGuest(host, { record, lease, init, cpus, filters, ...place }, signal);
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** Takes over a machine that an earlier runtime has booted. Ends it when it rejects. */
async function resumeMachine(
  host: Host,
  { watched, kept }: Known,
  record: MachineRecord,
  place: Place,
): Promise<Guest> {
  const signal = new AbortController().signal;
  const lease = await host.networkHosts.lease(record.spec.vpc, signal);
  try {
    const init = initOf(watched, kept);
    init.keep(kept.notice ?? null);
    const { cpus, filters } = kept;
    return await openGuest(host, { record, lease, init, cpus, filters, isLeft: true, ...place }, signal);
  } catch (error) {
    watched.signal('kill');
    lease.release();
    throw error;
  }
}

interface Known {
  readonly watched: WatchedInit;
  readonly kept: KeptInit;
}

/** What earlier runtimes have left of machines. Those that had not booted yet end. */
export async function leftBy(host: Host, found: readonly FoundInit[]): Promise<LeftMachines> {
  const up = new Map<string, LeftMachine>();
  const over: Known[] = [];
  for (const { init: watched, note, isUp } of found) {
    const kept = readKept(note);
    if (kept && !isUp) over.push({ watched, kept });
    else if (kept && isAlive(kept.mark)) up.set(kept.machine, leftMachine(host, { watched, kept }));
    else watched.signal('kill');
  }
  return { up, over: await Promise.all(over.map(howEnded)) };
}

const leftMachine = (host: Host, known: Known): LeftMachine => ({
  notice: known.kept.notice ?? null,
  resume: (record, folder, joins = []) => resumeMachine(host, known, record, { folder, joins }),
  async end() {
    known.watched.signal('kill');
    await known.watched.ended;
    known.watched.forget();
  },
});

/** How one has ended that nobody followed. */
async function howEnded({ watched, kept }: Known): Promise<LeftMachines['over'][number]> {
  const when = await watched.ended;
  const words = watched.words();
  const { lastWord } = followInit(words, kept.leaving ? { heard: kept.leaving } : {});
  // Nobody writes any more, so that all has been read then.
  await once(words, 'close');
  watched.forget();
  return { id: kept.machine, cause: await lastWord(), when };
}

interface Opened extends Place, Pick<KeptInit, 'cpus' | 'filters'> {
  readonly record: MachineRecord;
  readonly lease: NetworkHostLease;
  readonly init: Init;
  /** Whether it ran before this runtime. */
  readonly isLeft?: true;
}

/** Opens what the host has around a machine. Ends the machine when it rejects. */
async function openGuest(host: Host, opened: Opened, signal: AbortSignal): Promise<Guest> {
  const { record, lease, init, filters, folder, joins } = opened;
  void init.ended.then(() => {
    // The lease ends with its last holder, and its services with it.
    void lease.services.then((services) => services.forget(record.spec)).catch(ignore);
    lease.release();
  });
  const door = { networkHost: lease.networkHost.mark, init: init.mark, joins };
  // lxcfs knows a machine by its control group.
  const shown = joins.length > 0 && !opened.isLeft && host.view.show(door, init.ended);
  if (joins.length > 0 && opened.isLeft) void host.view.showAnew(door, init.ended).catch(ignore);
  let services: VpcServices;
  try {
    services = await lease.services;
    await shown;
    checkAborted(signal);
  } catch (error) {
    init.signal('kill');
    await init.ended;
    throw error;
  }
  const network = { services, sockets: lease.sockets, filters, listening: host.listening };
  const shared = { outside: join(folder, 'disk/tmp'), inside: '/tmp' };
  const layers = layersOf(record.root ?? []).map((name) => join(host.images, name));
  const files = { root: join(folder, 'disk/upper'), images: layers };
  const own = { shared, ...(record.root !== undefined && { files }) };
  return { ...makeGuest(host, door, opened), ...own, ...networkOf(record.spec, door, network) };
}

const listens = new Queue();

/** Null for a user of the machine's own, whose files say where it is. */
function homeOf(login: string, user: string, hasUsers: boolean): string | null {
  if (login === 'root') return '/root';
  return login === user || !hasUsers ? `/home/${user}` : null;
}

function makeGuest({ mounts }: Host, door: MachineDoor, { record: { spec, user, root }, init, cpus }: Opened): Guest {
  const sockets = socketsOf(door);
  void init.ended.then(() => sockets.close());
  const own = new Queue();
  const proxy = proxyEnvironment(spec.vpc);
  const dialer: Dialer = {
    launch: (command) => launchLogin(door, { user: 'root', command, tty: false, env: {} }, { home: '/root', cpus }),
    dial: (address, port) => sockets.dial(address, port),
  };
  return {
    ended: init.ended,
    leaving: init.leaving,
    console: init.console,
    onServiceFailed: init.onServiceFailed,
    proceed: () => init.signal('hup'),
    init: init.mark.pid,
    traffic: () => readNetBytes(init.mark.pid),
    powerOff: () => init.signal('term'),
    kill: () => init.signal('kill'),
    keep: init.keep,
    claim: init.claim,
    script: init.script,
    launch: (login) => {
      const home = homeOf(login.user, user, root !== undefined);
      const foreign = Array.isArray(root);
      return launchLogin(door, { ...login, env: { ...proxy, ...login.env } }, { home, cpus, foreign });
    },
    dial: (host, port) => dialNamed(dialer, host, port),
    attach: async (volume) => {
      await mountVolume(door, volume, (await mounts?.(spec.id, { volume: volume.id })) ?? null);
      return null;
    },
    detach: (volume, force) => unmountVolume(door, volume, force),
    listenLocally: (port) => own.run(() => sockets.listen('127.0.0.1', port)),
    // One at a time: each call starts a program, and a hundred machines may boot at once.
    listen: (port) => listens.run(() => sockets.listen(spec.private_ip, port)),
  };
}
