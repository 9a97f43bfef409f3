import { type HostOffer, offerHash } from '#lib/model/compute/host-messages.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { ComputeDriver, MachineStatus, PowerOffCause } from '#lib/runtime/driver.ts';
import { addressSet, parseBlock } from '#lib/runtime/forwarder/blocks.ts';
import { type Listening, listening } from '#lib/runtime/system/listening.ts';
import type { OwnConsoles } from './console/doors.ts';
import { inOrder, machineFrom } from './described.ts';
import type { Contact } from './faults.ts';
import type { JobLoop } from './jobs.ts';
import type { HostLink, LinkInput } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';
import type { Place } from './place.ts';

/** How many machines are booted at the same time when the agent starts. */
const abreast = 4;

export interface Host extends Place {
  link: HostLink;
  driver: ComputeDriver;
  log: (text: string) => void;
  /** Machines that went down by themselves and whose end the table does not have yet. */
  down: Map<string, PowerOffCause>;
  contact?: Contact;
  /** The consoles of a host that has joined; a laptop's are reached by its front listener. */
  consoles?: OwnConsoles | undefined;
  /** Aborted when the agent ends its work on this state. */
  closing?: AbortSignal;
}

/** What the host offers now. */
export function offerOf({ publicIp, addressPool, isReserved, driver, consoles }: Omit<Host, 'link'>): HostOffer {
  const disk_scope = setting('SVC_DISK_SCOPE');
  const taken = listening();
  const ports = [
    ...(driver.reservedPorts?.() ?? []),
    ...taken.map(({ port }) => port).filter(isGiven),
    ...givenPorts.filter(isReserved),
  ];
  return {
    driver: driver.kind,
    capabilities: driver.capabilities().filter((word) => word !== 'console' || !consoles || consoles.url !== undefined),
    images: driver.images().map((image) => ({ ...image })),
    public_ip: publicIp,
    reserved_ports: [...new Set(ports)].sort((a, b) => a - b),
    address_pool: addressPool,
    ...(disk_scope !== undefined && { disk_scope }),
    reserved_addresses: addressPool ? [...new Set(taken.flatMap(within(addressPool)))].sort() : [],
    ...(consoles?.url && { console_url: consoles.url }),
  };
}

/**
 * Tells the control plane that the host is alive, and what it offers where that is not known there: the hash says
 * whether it is.
 */
export async function offer(host: Host): Promise<void> {
  const now = offerOf(host);
  const offer_hash = offerHash(now);
  const { offer_wanted, console_origins } = await host.link.call('beatHost', { offer_hash, jobs: [] });
  host.consoles?.allow(console_origins);
  if (offer_wanted) await host.link.call('beatHost', { offer_hash, offer: now, jobs: [] });
}

/**
 * Destroys the machines that the control plane does not place here, lets go of those that have gone on elsewhere, and
 * shuts down those that are to be off: while this host was not heard, they may have been replaced. Done before the host
 * serves anything.
 */
export async function clear({ link, driver }: Host): Promise<void> {
  const present = await driver.list();
  if (present.length === 0) return;
  const { machines } = await link.call('listHostMachines', {});
  const wanted = new Map(machines.map(({ instance_id, want }) => [instance_id, want]));
  for (const id of present) {
    const want = wanted.get(id);
    if (want === undefined) await driver.destroy(id);
    else if (want === 'moved') await driver.release?.(id);
    else if (want === 'off' && (await driver.status(id)) === 'running')
      await driver.stop(id, { grace_ms: 0, force: true });
  }
}

/** Whether a port is of those that machines get; other programs come and go on the rest. */
const isGiven = (port: number): boolean => port >= sshPorts.from && port < sshPorts.to;

const givenPorts = Array.from({ length: sshPorts.to - sshPorts.from }, (_, at) => sshPorts.from + at);

/** Answers the address of a listening socket when it lies within a block. */
function within(pool: string): (one: Listening) => string[] {
  const block = addressSet([parseBlock(pool)]);
  return ({ address }) => (address !== null && block.has(address) ? [address] : []);
}

/**
 * Brings the host to the state of the table. Boots machines that should run and do not. Removes machines that the table
 * does not place here: their termination was settled while the agent was down.
 */
export async function recover(host: Host, jobs: Pick<JobLoop, 'alone'>, stock?: Inventory): Promise<void> {
  const { running, unknown, moved } = stock ?? (await takeStock(host));
  await each(host, running, (id) => jobs.alone(id, (signal) => bootAgain(host, id, signal)));
  for (const id of unknown) await jobs.alone(id, () => host.driver.destroy(id));
  for (const id of moved) await jobs.alone(id, async () => host.driver.release?.(id));
}

/** The machines that should run, those that the table does not place here, and those that have gone on elsewhere. */
export interface Inventory {
  readonly running: readonly string[];
  readonly unknown: readonly string[];
  readonly moved: readonly string[];
}

/**
 * What should run here, of which what does not is reported as booting: until it has booted it must not be shown as
 * running.
 */
export async function takeStock(host: Host): Promise<Inventory> {
  // Listed first, so that a machine that a job makes after this is not mistaken for an unknown one.
  const present = await host.driver.list();
  const { machines } = await host.link.call('listHostMachines', {});
  const known = new Set(machines.map(({ instance_id }) => instance_id));
  const running = machines.filter(({ want }) => want === 'up').map(({ instance_id }) => instance_id);
  await each(host, running, async (id) => {
    if ((await host.driver.status(id)) === 'running') return;
    await unlessGone(host.link.call('reportMachine', { event: 'booting' }, { id }));
  });
  const moved = machines.filter(({ instance_id, want }) => want === 'moved' && present.includes(instance_id));
  const unknown = present.filter((id) => !known.has(id));
  return { running, unknown, moved: moved.map(({ instance_id }) => instance_id) };
}

async function each<T>({ closing }: Host, list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  const worker = async () => {
    for (const one of rest) {
      closing?.throwIfAborted();
      await work(one);
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
}

/** Boots a machine that is to run and does not, and reports what became of it. */
export function bootAgain({ driver, link, log }: Host, id: string, signal: AbortSignal): Promise<void> {
  const report = (event: LinkInput<'reportMachine'>) => unlessGone(link.call('reportMachine', event, { id }));
  const boot = async (spec: MachineSpec | undefined) => {
    if (!spec) return;
    try {
      const { host_key, ssh_ready } = await driver.start(spec, { signal });
      await report({ event: 'up', host_key, ssh_ready });
    } catch (error) {
      // The next start boots it.
      if (signal.aborted) return;
      const cause = (error as Error).message;
      log(`instance ${id} did not boot again: ${cause}`);
      await report({ event: 'boot_failed', cause: cause.slice(0, MAX_CAUSE) });
    }
  };
  return inOrder(id, () => specToBoot(link, id), boot);
}

/** The longest sentence about a failure that is sent. */
const MAX_CAUSE = 1000;

/** What to boot a machine from; undefined where it is no longer to run, or an operation boots it. */
async function specToBoot(link: HostLink, id: string): Promise<MachineSpec | undefined> {
  const machine = await machineFrom(link, id);
  return machine?.want === 'up' ? machine.spec : undefined;
}

/**
 * Reports the machines whose end is not yet in the table, because an operation held them or the table did not answer.
 */
export async function reportDowns({ link, driver, log, down, contact }: Host): Promise<void> {
  if (contact?.lost) return;
  for (const [id, cause] of down) {
    try {
      if (await reportDown(link, id, cause, () => driver.status(id))) down.delete(id);
    } catch (error) {
      log(`instance ${id} went down, and this could not be noted yet: ${(error as Error).message}`);
    }
  }
}

/** How often a report is made anew at once where the record was changed meanwhile. */
const ATTEMPTS = 3;

/**
 * Reports a machine as down. Its status is asked for after its record was read: an operation that boots the machine
 * meanwhile changes the record, and the report is of no effect. False where it is to be made again later.
 */
async function reportDown(
  link: HostLink,
  id: string,
  cause: PowerOffCause,
  status: () => Promise<MachineStatus>,
): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const machine = await unlessGone(link.call('getHostMachine', {}, { id }));
    if (!machine || (await status()) === 'running') return true;
    const report = link.call('reportMachine', { event: 'down', cause, version: machine.version }, { id });
    if ((await unlessGone(report))?.noted ?? true) return true;
  }
  return false;
}
