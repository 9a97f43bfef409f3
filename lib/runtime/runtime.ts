import { randomUUID } from 'node:crypto';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { version } from '#lib/model/platform/version.ts';
import type { Backend } from './backend.ts';
import { Fleet, type FleetContext } from './balancer/fleet.ts';
import { borrowMounts, hostOutside, keptDisks, reachPlatform } from './borrow.ts';
import { Snapshots } from './disks/snapshots.ts';
import { Volumes } from './disks/volumes.ts';
import { DriverError } from './driver.ts';
import type { DiskDriver } from './driver-disks.ts';
import type { PullProgress } from './driver-images.ts';
import { openGroups } from './groups/open.ts';
import { ImageStore } from './image-store/store.ts';
import { type Lock, takeLock } from './lock.ts';
import type { SharedDisks } from './machines/machine-folder.ts';
import { Machines } from './machines/machines.ts';
import { layersOf, type Root } from './machines/root.ts';
import type { CallName, Calls, RuntimeConfig } from './protocol.ts';
import { drivers, type HostedKind } from './registry.ts';
import { hasCode } from './system/errors.ts';
import { markOf } from './system/processes.ts';

/** What came with a call, and listeners for its progress. */
export interface HandlerExtras {
  readonly handle?: Socket | undefined;
  readonly onProgress: (percent: number) => void;
  readonly onPull: (progress: PullProgress) => void;
}

type Handlers = {
  [Name in CallName]: (params: Calls[Name][0], signal: AbortSignal, extras: HandlerExtras) => Promise<Calls[Name][1]>;
};

/** The runtime's reports to the agent. */
export type Reporter = Pick<
  ConstructorParameters<typeof Machines>[0],
  'powerOff' | 'wrote' | 'firstBoot' | 'serviceFailed' | 'outOfMemory' | 'log'
> &
  Pick<FleetContext, 'health' | 'lost'>;

/** The runtime's calls, and what it ends when the agent is gone without a close. */
export interface Runtime {
  readonly handlers: Handlers;
  abandon(): void;
}

interface Opened {
  readonly machines: Machines;
  readonly fleet: Fleet | null;
  readonly images: ImageStore | null;
  readonly lock: Lock;
  /** Words for what control groups bound here. */
  readonly limits: readonly string[];
  readonly backend: Backend;
}

/** Makes a runtime that refuses every call until it is opened. */
export function makeRuntime(reporter: Reporter): Runtime {
  let opened: Opened | null = null;
  const machines = () => {
    if (!opened) throw new DriverError('CLOSED', 'the driver is not open');
    return opened.machines;
  };
  const images = () => opened?.images ?? null;
  const open = async (config: RuntimeConfig) => {
    const backend = await backendOf(config);
    opened = await claim(config, backend, reporter);
    await opened.machines.open();
    const taken = await opened.machines.takeOver(config.resumes);
    const metrics = backend.census ? ['metrics'] : [];
    const words = [...opened.limits, 'console', ...metrics, ...(backend.network ? balancingWords : [])];
    const capabilities = [...new Set([...(await backend.probe()), ...words])];
    return { capabilities, images: opened.images?.stored() ?? null, ...taken };
  };
  const close = async () => {
    await opened?.fleet?.close();
    await opened?.machines.close();
    await opened?.lock.release();
    opened = null;
    return null;
  };
  return {
    abandon: () => opened?.backend.abandon?.(),
    handlers: {
      open,
      processes: async () => {
        const mark = markOf(process.pid);
        return { runtime: mark && { version, mark }, holders: opened?.backend.holders?.() ?? [] };
      },
      ...machineHandlers(machines, images),
      ...diskHandlers(machines, images),
      ...imageHandlers(images),
      ...balancingHandlers(() => opened?.fleet),
      close,
    },
  };
}

/** Locks the state's folder, and makes what acts on it. UNSUPPORTED where the folder cannot be used. */
async function claim(config: RuntimeConfig, backend: Backend, reporter: Reporter): Promise<Opened> {
  const lock = await takeLock(config.state).catch((error: unknown) => {
    throw error instanceof DriverError
      ? error
      : new DriverError('UNSUPPORTED', `the data folder cannot be used: ${String(error)}`);
  });
  const own = config.ownDisks ? keptDisks : null;
  const disks = {
    volumes: new Volumes(join(config.state, 'volumes'), own),
    snapshots: new Snapshots(join(config.state, 'snapshots'), own),
    own,
  };
  const fleet = fleetOf(backend, reporter);
  const { groups, words } = await openGroups(config.groups, reporter.log);
  const images = storeOf(config, backend, disks.snapshots, () => machines.roots());
  const machines: Machines = new Machines({
    backend,
    root: join(config.state, 'machines'),
    consoles: join(config.state, 'consoles'),
    shared: await sharedDisks(config),
    disks,
    images,
    groups,
    ended: (id) => fleet?.machineEnded(id),
    ...reporter,
  });
  return { lock, fleet, images, limits: words, backend, machines };
}

/** The images of a host on which a machine's root can be an overlay. */
function storeOf(
  { state, shared }: RuntimeConfig,
  { layers = false }: Backend,
  snapshots: Snapshots,
  machines: () => Promise<Root[]>,
): ImageStore | null {
  if (!layers || shared !== null) return null;
  const used = async () => new Set([...(await machines()), ...(await snapshots.roots())].flatMap(layersOf));
  return new ImageStore({ state, used, snapshot: (id) => snapshots.find(id) });
}

/** What is named where VPCs have a network that programs of the host can be started in. */
const balancingWords = [
  'load_balancing',
  'https_listeners',
  'proxy_protocol',
  'grpc_backends',
  'private_load_balancer',
];

async function sharedDisks({ state, shared }: RuntimeConfig): Promise<SharedDisks | null> {
  if (shared === null) return null;
  const file = join(state, 'holder');
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  return { root: shared, holder: await readFile(file, 'utf8') };
}

async function backendOf({ kind, state, image, oneUser, ownIds, platform }: RuntimeConfig): Promise<Backend> {
  const openBackend = await drivers[kind as HostedKind].load();
  return openBackend(state, image ?? '', {
    reach: platform ? reachPlatform : null,
    mounts: ownIds ? borrowMounts : null,
    hidden: ownIds ? await realpath(state) : null,
    oneUser,
  });
}

function fleetOf({ network }: Backend, { health, lost, log }: Reporter): Fleet | null {
  return network ? new Fleet({ network, outside: hostOutside, health, lost, log }) : null;
}

/** Calls on load balancers. */
function balancingHandlers(get: () => Fleet | null | undefined): Pick<Handlers, 'balance' | 'unbalance'> {
  const fleet = () => {
    const opened = get();
    if (!opened) throw new DriverError('UNSUPPORTED', 'load is balanced within private networks only');
    return opened;
  };
  return {
    balance: async (spec) => nothing(fleet().balance(spec)),
    unbalance: async ({ id }) => nothing(fleet().unbalance(id)),
  };
}

/** Calls on machines. */
function machineHandlers(machines: () => Machines, images: () => ImageStore | null) {
  return {
    create: async (spec, signal) => machines().get(spec.id).create(spec, signal),
    start: async (spec, signal) => machines().get(spec.id).start(spec, signal),
    stop: async ({ id, ...how }, signal) => nothing(machines().get(id).stop(how, signal)),
    reboot: async ({ spec, ...how }, signal) => machines().get(spec.id).reboot(spec, how, signal),
    destroy: async ({ id }) => swept(machines().get(id).destroy(), images()),
    release: async ({ id }) => nothing(machines().get(id).release()),
    status: async ({ id }) => machines().status(id),
    list: async () => machines().list(),
    configure: async (spec) => nothing(machines().get(spec.id).configure(spec)),
    consoleLog: async ({ id, no }) => machines().get(id).consoleLog(no),
    samples: async () => machines().samples(),
    console: async ({ id, key }, _signal, { handle }) => machines().console(id, key, handle),
  } satisfies Partial<Handlers>;
}

/** Calls on volumes and snapshots. */
function diskHandlers(machines: () => Machines, images: () => ImageStore | null): Pick<Handlers, keyof DiskDriver> {
  return {
    createVolume: (volume, signal) => nothing(machines().disks.volumes.create(volume, signal)),
    growVolume: async ({ id, size_gib }, signal) => {
      const { volumes } = machines().disks;
      const growth = await volumes.grow(id, size_gib, signal);
      const holder = volumes.holderOf(id);
      if (holder !== null) await machines().get(holder).grown(id, signal);
      return growth;
    },
    deleteVolume: ({ id }, signal) => nothing(machines().disks.volumes.delete(id, signal)),
    attachVolume: async ({ machine, mount }, signal) => machines().get(machine).attach(mount, signal),
    detachVolume: async ({ machine, id, force }, signal) => nothing(machines().get(machine).detach(id, force, signal)),
    createSnapshot: async ({ machine, id }, signal, { onProgress }) =>
      machines().get(machine).snapshot(id, { signal, onProgress }),
    restoreSnapshot: async ({ spec, id, start }, signal, { onProgress }) =>
      machines().get(spec.id).restore(spec, id, start, { signal, onProgress }),
    convertDisk: async ({ id }, signal) => machines().get(id).convertDisk({ signal }),
    deleteSnapshot: ({ id }) => swept(machines().disks.snapshots.delete(id), images()),
  };
}

/** Calls on images. */
function imageHandlers(get: () => ImageStore | null): Pick<Handlers, 'pullImage' | 'removeImage'> {
  const images = () => {
    const store = get();
    if (!store) throw new DriverError('UNSUPPORTED', "machines of this host can be made of the host's own system only");
    return store;
  };
  return {
    pullImage: async (call, signal, { onPull, handle }) => images().pull(call, { signal, onPull, handle }),
    removeImage: async ({ id }) => nothing(images().remove(id)),
  };
}

/** What was removed may have been the last to need a layer of an image. */
const swept = (removed: Promise<unknown>, images: ImageStore | null) => nothing(removed.then(() => images?.sweep()));

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}
