import { basename, join } from 'node:path';
import type { Backend, BackendOptions, CarriedOver, Guest, Network } from '#lib/runtime/backend.ts';
import { lowPortsBind } from '#lib/runtime/borrow.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { MachineRecord } from '#lib/runtime/machines/record.ts';
import { layersOf } from '#lib/runtime/machines/root.ts';
import { censusByNamespace } from '#lib/runtime/metering/census.ts';
import { readNetBytes } from '#lib/runtime/metering/processes.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { Queue } from '#lib/runtime/system/queues.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { carryOverDisk, isWholeRoot } from './carry-over.ts';
import { type Dialer, dialNamed } from './dial.ts';
import { adoptDisk, prepareDisk } from './disk.ts';
import { proxyEnvironment } from './egress.ts';
import { enterNetwork, launchLogin, type MachineDoor, socketsOf } from './enter.ts';
import { bootInit, type Init } from './guest.ts';
import { pickCpus } from './limits.ts';
import { ListeningPorts } from './listening.ts';
import { networkOf } from './network.ts';
import { type NetworkHostLease, NetworkHosts } from './network-hosts.ts';
import { OwnView } from './own-view.ts';
import { FILTER_WORD, probeContainer } from './probe.ts';
import { adoptRoot, prepareRoot } from './root-disk.ts';
import { mountVolume, unmountVolume } from './volumes.ts';
import type { VpcServices } from './vpc-services.ts';

/**
 * Machines as locked rootless namespaces, with one network host process per VPC. `scratch` is a folder for the probe's
 * machine.
 */
export function containerBackend(
  scratch: string,
  image: string,
  { reach, mounts, hidden, oneUser }: BackendOptions,
): Backend {
  const networkHosts = new NetworkHosts(reach, hidden);
  const listening = new ListeningPorts();
  const view = new OwnView();
  // Set by the probe: false when the probe's machine has shown that the kernel cannot keep the rules.
  const kernel = { filters: true };
  const images = join(scratch, 'images');
  const backend: Backend = {
    // Without a range of ids, the image's files could not be its users'.
    ...(inRange && image !== '' && { root: basename(image) }),
    async probe() {
      const words = await probeContainer(backend, scratch);
      kernel.filters = words.includes(FILTER_WORD);
      return [...words, ...(reach ? ['platform_access'] : []), ...((await lowPortsBind()) ? ['low_ports'] : [])];
    },
    layers: inRange,
    prepare: async (record, folder, traits) =>
      record.root === undefined ? prepareDisk(record, folder) : prepareRoot(record, folder, traits),
    adopt: (record, folder, program) =>
      record.root === undefined ? adoptDisk(record, folder) : adoptRoot(record, folder, program),
    carryOver: (record, folder) => carryOver(record, folder, { image, oneUser }),
    boot: (record, folder, signal, joins = []) =>
      bootMachine({ networkHosts, kernel, listening, view, images, mounts, oneUser, joins }, record, folder, signal),
    async census(guests) {
      await view.look();
      const found = await censusByNamespace(guests.map(({ init }) => init));
      return new Map(guests.map((guest) => [guest, found.get(guest.init) ?? []]));
    },
    async network(vpc, signal) {
      const lease = await networkHosts.lease(vpc, signal);
      return networkOfVpc(lease);
    },
    close: () => {
      listening.close();
      return networkHosts.close();
    },
    abandon: () => networkHosts.abandon(),
  };
  return backend;
}

/** A VPC's network for programs of the host, with the names of its load balancers. */
async function networkOfVpc({ networkHost, services, release }: NetworkHostLease): Promise<Network> {
  const door = { networkHost: networkHost.mark, init: networkHost.mark };
  const { name } = await services.catch((error: unknown) => {
    release();
    throw error;
  });
  return { enter: (argv) => enterNetwork(door, argv), ended: networkHost.ended, name, release };
}

const withoutUsers = ({ spec }: MachineRecord, why: string | null) =>
  new DriverError(
    'FAILED',
    `machine ${spec.id} has users of its own, which this host cannot give it now${why === null ? '' : `: ${why}`}`,
  );

async function carryOver(
  record: MachineRecord,
  folder: string,
  { image, oneUser }: { readonly image: string } & Pick<BackendOptions, 'oneUser'>,
): Promise<CarriedOver> {
  const stays = (why: string) => ({ root: null, notice: `this machine has one user (single_user): ${why}` });
  if (!inRange || image === '') {
    if (isWholeRoot(folder)) throw withoutUsers(record, oneUser);
    return oneUser === null ? { root: null, notice: null } : stays(oneUser);
  }
  const reason = await carryOverDisk(record, folder, image);
  return reason === null ? { root: basename(image), notice: null } : stays(reason);
}

interface Host {
  readonly networkHosts: NetworkHosts;
  readonly kernel: { readonly filters: boolean };
  readonly listening: ListeningPorts;
  readonly view: OwnView;
  /** The folder of the images below machines' disks. */
  readonly images: string;
  readonly mounts: BackendOptions['mounts'];
  readonly oneUser: string | null;
  readonly joins: readonly string[];
}

async function bootMachine(
  { networkHosts, kernel, listening, view, images, mounts, oneUser, joins }: Host,
  record: MachineRecord,
  folder: string,
  signal: AbortSignal,
): Promise<Guest> {
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
    const init = await bootInit(lease.networkHost, record, folder, { signal, cpus, images, joins, lent: await lent });
    void init.ended.then(() => {
      // The lease ends with its last holder, and its services with it.
      void lease.services.then((services) => services.forget(record.spec)).catch(ignore);
      lease.release();
    });
    const door = { networkHost: lease.networkHost.mark, init: init.mark, joins };
    // lxcfs knows a machine by its control group.
    const shown = joins.length > 0 && view.show(door, init.ended);
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
    const network = { services, sockets: lease.sockets, filters: kernel.filters, listening };
    const shared = { outside: join(folder, 'disk/tmp'), inside: '/tmp' };
    const layers = layersOf(record.root ?? []).map((name) => join(images, name));
    const files = { root: join(folder, 'disk/upper'), images: layers };
    const own = { shared, ...(record.root !== undefined && { files }) };
    return { ...makeGuest(record, door, init, { cpus, mounts }), ...own, ...networkOf(record.spec, door, network) };
  } catch (error) {
    lease.release();
    throw error;
  }
}

const listens = new Queue();

/** Null for a user of the machine's own, whose files say where it is. */
function homeOf(login: string, user: string, hasUsers: boolean): string | null {
  if (login === 'root') return '/root';
  return login === user || !hasUsers ? `/home/${user}` : null;
}

function makeGuest(
  { spec, user, root }: MachineRecord,
  door: MachineDoor,
  init: Init,
  { cpus, mounts }: Pick<Host, 'mounts'> & { readonly cpus: readonly string[] },
): Guest {
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
