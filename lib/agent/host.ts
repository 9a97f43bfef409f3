import type { HostReply } from '#lib/model/compute/host-api.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver, MachineStatus, OwnPowerOffCause } from '#lib/runtime/driver.ts';
import type { BootTurns } from './boot-turns.ts';
import type { OwnConsoles } from './console/doors.ts';
import { inOrder, machineFrom } from './described.ts';
import type { Contact } from './faults.ts';
import { RuntimeEnded } from './hosted/channel.ts';
import type { JobLoop } from './jobs.ts';
import type { HostLink, LinkInput } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';
import type { LoadsReport } from './loads-report.ts';
import type { Place } from './place.ts';

/** Of how many machines the control plane is told at the same time. */
const abreast = 4;

export interface Host extends Place {
  link: HostLink;
  driver: ComputeDriver;
  log: (text: string) => void;
  /** Machines that went down by themselves and whose end the table does not have yet. */
  down: Map<string, OwnPowerOffCause>;
  /** The order in which machines that are to run boot. */
  turns: BootTurns;
  /** Whether machines that were lost are still to be booted again, because the control plane could not be asked. */
  isBehind?: boolean;
  contact?: Contact;
  /** What its heartbeats say about the loads of its machines; absent before it measures them. */
  loads?: LoadsReport;
  /** The consoles of a host that has joined; a laptop's are reached by its front listener. */
  consoles?: OwnConsoles | undefined;
  /** Aborted when the agent ends its work on this state. */
  closing?: AbortSignal;
}

/** What is here, and what the control plane wants of its machines. */
interface Stock {
  readonly present: readonly string[];
  readonly machines: HostReply<'listHostMachines'>['machines'];
}

/** Lists what is here first, so that a machine that a job makes after this is not mistaken for an unknown one. */
async function takeStock({ driver, link }: Host): Promise<Stock> {
  const present = await driver.list();
  const { machines } = await link.call('listHostMachines', {});
  return { present, machines };
}

/**
 * Destroys the machines that the control plane does not place here, lets go of those that have gone on elsewhere, and
 * shuts down those that are to be off: while this host was not heard, they may have been replaced. Takes over those
 * that have run on without an agent. Answers those that should run, and are to be booted or reported as up; what does
 * not run is reported as booting. Done before the host serves anything.
 */
export async function takeUp(host: Host): Promise<readonly string[]> {
  const { driver } = host;
  const stock = await takeStock(host);
  const wanted = wantedOf(stock);
  for (const id of stock.present) {
    const want = wanted.get(id);
    if (want === undefined) await driver.destroy(id);
    else if (want === 'moved') await driver.release?.(id);
    else if (want === 'off' && (await driver.status(id)) === 'running')
      await driver.stop(id, { grace_ms: 0, force: true });
  }
  const { up = [], ended = [] } = driver.found?.() ?? {};
  const late: string[] = [];
  const known = up.filter((id) => wanted.get(id) === 'up' && !ended.includes(id));
  await each(host, known, (id) => know(host, id).catch(() => void late.push(id)));
  // What has become of the ended ones is told apart.
  const machines = stock.machines.filter(({ instance_id }) => !ended.includes(instance_id));
  return [...new Set([...late, ...(await leftToBoot(host, { ...stock, machines }))])];
}

/** Has the driver know of a machine that runs whose it is: by its own record, to which nothing else is served. */
function know({ driver, link }: Host, id: string): Promise<void> {
  const start = async (spec: MachineSpec | undefined) => void (spec && (await driver.start(spec)));
  return inOrder(id, () => specToBoot(link, id), start);
}

const wantedOf = ({ machines }: Stock) => new Map(machines.map(({ instance_id, want }) => [instance_id, want]));

/**
 * Of the machines that should run those that do not, or are not known to. Until one of them has booted it must not be
 * shown as running.
 */
async function leftToBoot(host: Host, { machines }: Stock): Promise<readonly string[]> {
  const left: string[] = [];
  const running = machines.filter(({ want }) => want === 'up');
  await each(host, running, async ({ instance_id: id, is_settled }) => {
    const runs = (await host.driver.status(id)) === 'running';
    if (!runs) await unlessGone(host.link.call('reportMachine', { event: 'booting' }, { id }));
    if (!runs || !is_settled) left.push(id);
  });
  return left;
}

/** Boots these machines where they do not run, and reports them as up. */
export async function bootAll(host: Host, jobs: Pick<JobLoop, 'alone'>, left: readonly string[]): Promise<void> {
  await Promise.all(left.map((id) => bootInTurn(host, jobs, id)));
}

/**
 * Boots a machine that is to run and does not, when its turn comes, and reports what became of it. When the runtime
 * ends meanwhile, the machine is booted again.
 */
export async function bootInTurn(host: Host, jobs: Pick<JobLoop, 'alone'>, id: string): Promise<void> {
  for (let isOver = false; !isOver && !host.closing?.aborted; ) {
    isOver = true;
    let turn: (() => void) | undefined = await host.turns.take(id);
    let hasBegun = false;
    const work = jobs.alone(id, async (signal) => {
      hasBegun = true;
      turn ??= await host.turns.take(id, signal);
      isOver = await bootAgain(host, id, signal);
    });
    const endTurn = () => {
      turn?.();
      turn = undefined;
    };
    // A job has the machine, and may take long. Meanwhile others boot.
    if (!hasBegun) endTurn();
    await work.finally(endTurn);
  }
}

/**
 * Brings a host that serves to the state of the table after a silence. Boots machines that should run and do not.
 * Removes machines that the table does not place here: their termination was settled meanwhile.
 */
export async function recover(host: Host, jobs: Pick<JobLoop, 'alone'>): Promise<void> {
  const { driver } = host;
  const stock = await takeStock(host);
  await bootAll(host, jobs, await leftToBoot(host, stock));
  const wanted = wantedOf(stock);
  for (const id of stock.present) {
    const want = wanted.get(id);
    if (want === undefined) await jobs.alone(id, () => driver.destroy(id));
    else if (want === 'moved') await jobs.alone(id, async () => driver.release?.(id));
  }
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

/** False where the machine is to be booted once more, because the runtime ended meanwhile. */
async function bootAgain({ driver, link, log, turns }: Host, id: string, signal: AbortSignal): Promise<boolean> {
  const report = (event: LinkInput<'reportMachine'>) => unlessGone(link.call('reportMachine', event, { id }));
  const boot = async (spec: MachineSpec | undefined) => {
    if (!spec) return true;
    try {
      const { host_key, ssh_ready } = await driver.start(spec, { signal });
      await report({ event: 'up', host_key, ssh_ready });
    } catch (error) {
      // The next start boots it.
      if (signal.aborted) return true;
      const cause = causeOf(error as Error, (alone) => turns.mayBootAgain(id, alone));
      if (cause === null) return false;
      log(`instance ${id} did not boot again: ${cause}`);
      await report({ event: 'boot_failed', cause: cause.slice(0, MAX_CAUSE) });
    }
    return true;
  };
  const isOver = await inOrder(id, () => specToBoot(link, id), boot);
  if (isOver) turns.clear(id);
  return isOver;
}

/** Why a machine did not boot; null where that was no failure of the machine. */
function causeOf(error: Error, mayBootAgain: (alone: boolean) => boolean): string | null {
  if (!(error instanceof RuntimeEnded)) return error.message;
  return mayBootAgain(error.alone) ? null : 'the machine runtime ended at each of its boots';
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
  cause: OwnPowerOffCause,
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
