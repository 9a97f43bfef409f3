import { randomUUID } from 'node:crypto';
import { arch } from 'node:os';
import { join } from 'node:path';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { type DriverKind, drivers } from '#lib/runtime/registry.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { BalancerKeeper } from './balancer/keeper.ts';
import { keepBeating } from './beating.ts';
import { listenForBell } from './bell.ts';
import { BootTurns } from './boot-turns.ts';
import { BootReporter } from './boots.ts';
import { capacityOf } from './capacity.ts';
import { openDoors } from './console/doors.ts';
import { startRelay } from './console/relay.ts';
import type { AgentFaults } from './faults.ts';
import { bootAll, type Host, recover, reportDowns, takeUp } from './host.ts';
import { JobLoop } from './jobs.ts';
import type { HostLink } from './link/link.ts';
import { isOver } from './link/link-error.ts';
import { openLink } from './link/open.ts';
import { LoadsReport } from './loads-report.ts';
import { offer, offerOf } from './offer.ts';
import { openDriver } from './open-driver.ts';
import { isOnLaptop, placeOfHost } from './place.ts';
import { type HostProcesses, processesOf } from './processes.ts';
import { followPowerOffs } from './revive.ts';
import { UsageReporter } from './usage.ts';
import type { UsagePace } from './usage-moments.ts';

/** Milliseconds that a machine gets to shut down before its host lets go of it, and how many do so at a time. */
const grace = 5_000;
const abreast = 8;

/** An agent at work on one state of the platform. */
export interface Session {
  readonly driver: string;
  /** How its consoles are reached, for whoever runs the host. */
  readonly consoles: string;
  /** What serves its machines. */
  processes(): Promise<HostProcesses>;
  /** The machines that run and end with the session. */
  machines(): Promise<string[]>;
  /** Shuts those down, and answers them. */
  stopMachines(): Promise<string[]>;
  /** By it what else the agent asks of the control plane goes. */
  readonly link: HostLink;
  /**
   * Ends all work, and settles once nothing of it writes any more. `leaving` has nothing placed here from now on, and
   * `handsOver` leaves machines that outlive an agent to the next one.
   */
  close(how?: { leaving?: boolean; handsOver?: boolean }): Promise<void>;
}

/**
 * Opens the driver, takes up the host's work, and offers the host. What should run and does not is booted afterwards;
 * `failed` is told where that cannot be found out. UNSUPPORTED for a driver that cannot work here.
 */
export async function openSession(
  log: (text: string) => void,
  failed: (error: Error) => void,
  faults: AgentFaults,
): Promise<Session> {
  const closing = new AbortController();
  const tasks = new Tasks();
  const lost = (error: Error) => closing.signal.aborted || failed(error);
  const { host, doors } = await openHost({ log, contact: faults, closing: closing.signal }, lost);
  const { driver, link } = host;
  const { pace, address, left } = await begin(host).catch((error) => endIfOver(driver, error));
  const boots = new BootReporter(host);
  const jobs = new JobLoop(link, driver, log, { faults, pace: { idle: pace.queue, eager: pace.queue_eager } });
  followPowerOffs(host, jobs, tasks.add);
  const balancers = new BalancerKeeper(link, driver, log, { faults, every: pace.balancers });
  const ring = () => {
    jobs.wake();
    balancers.wake();
  };
  const bell = address === null ? undefined : listenForBell(address, { link, ring });
  const pulse = pulseOf(host, jobs, pace.heartbeat);
  const stopPulse = keepBeating(() => tasks.add(pulse()), { host, every: pace.heartbeat, faults, ring });
  const usage = startUsage(host, { step: pace.step / 1000, batch: pace.samples / 1000 });
  const relay = await openRelay(doors, host);
  tasks.add(bootAll(host, jobs, left).catch(lost));
  return {
    driver: driver.kind,
    get consoles() {
      return doors.own?.state ?? '';
    },
    link,
    processes: () => processesOf(driver),
    machines: () => endingWith(driver),
    stopMachines: () => stopAll(driver, log),
    async close({ leaving = false, handsOver = false } = {}) {
      closing.abort();
      stopPulse();
      if (leaving) await link.call('leaveHosts', {}).catch(ignore);
      bell?.close();
      const idle = Promise.all([relay?.close(), balancers.close(), jobs.close()]);
      link.dismiss();
      await idle;
      await usage.close();
      await boots.close();
      await tasks.done();
      await driver.close({ handsOver });
      link.close();
    },
  };
}

/**
 * Opens the driver, the link and the doors to consoles: the host as its work needs it. UNSUPPORTED as `openSession`.
 */
async function openHost(work: Pick<Host, 'log' | 'contact' | 'closing'>, lost: (error: Error) => unknown) {
  const place = placeOfHost();
  const driver = await open(place.publicIp, work.log);
  const link = openLink((error) => void endIfOver(driver, error).catch(lost));
  const doors = await openDoors(driver, place.publicIp, work.log);
  const host: Host = { ...place, ...work, driver, link, down: new Map(), turns: new BootTurns(), consoles: doors.own };
  return { host, doors };
}

/** The consoles of a host that serves browsers; undefined on another. */
async function openRelay(doors: Awaited<ReturnType<typeof openDoors>>, { driver, link, log }: Host) {
  const door = await doors.open();
  return door && startRelay(door, { driver, link, idleMs: consoleIdleMs, log });
}

/** Ends machines that may run elsewhere now, and rejects with the reason. Otherwise they wait for another agent. */
async function endIfOver(driver: ComputeDriver, error: Error): Promise<never> {
  if (isOver(error)) await driver.close().catch(ignore);
  throw error;
}

/**
 * Begins this start of the agent, offers the host, and takes up what is on it. Answers how often to ask and report, in
 * milliseconds, where to listen for the bell, and what is left to boot.
 */
async function begin(host: Host) {
  const { epoch, settings, bell, console_origins } = await host.link.call('startHost', {
    boot_id: randomUUID(),
    arch: arch(),
    job_kinds: [...jobKinds],
    capacity: capacityOf(host.driver.kind),
    offer: await offerOf(host),
  });
  host.link.begin(epoch);
  host.consoles?.allow(console_origins);
  const ms = Object.entries(settings).map(([name, seconds]) => [name, seconds * 1000]);
  return { pace: Object.fromEntries(ms) as typeof settings, address: bell, left: await takeUp(host) };
}

function startUsage(host: Host, pace: UsagePace): UsageReporter {
  const { link, driver, log, contact } = host;
  const usage = new UsageReporter({ link, driver, log, pace, ...(contact && { contact }) });
  usage.start();
  host.loads = new LoadsReport(() => usage.loads());
  return usage;
}

/** Work that nobody waits for but the end of a session. */
class Tasks {
  readonly #underWay = new Set<Promise<unknown>>();

  readonly add = (task: Promise<unknown>): void => {
    const one = task.catch(ignore).finally(() => this.#underWay.delete(one));
    this.#underWay.add(one);
  };

  async done(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

function open(publicIp: string, log: (text: string) => void): Promise<ComputeDriver> {
  return openDriver(setting('SVC_COMPUTE'), {
    dir: join(setting('SVC_DATA_DIR'), 'machines'),
    timeScale: setting('SVC_TIME_SCALE'),
    publicIp,
    diskScope: setting('SVC_DISK_SCOPE'),
    platform: setting('SVC_INSIDE_SOCKET') ?? null,
    // On a laptop its owner is the one who asks.
    registries: {
      loopback: isOnLaptop(),
      auth: setting('SVC_REGISTRY_AUTH') ?? null,
      catalog: setting('SVC_IMAGE_REGISTRY'),
    },
    // Machines of plain processes have no walls.
    mayFallBack: isOnLaptop(),
    log,
  });
}

/** Machines of a driver that is a part of the agent are records, and stay as they are. */
async function endingWith(driver: ComputeDriver): Promise<string[]> {
  if (drivers[driver.kind as DriverKind].runs === 'agent') return [];
  const ids = await driver.list();
  const up = await Promise.all(ids.map(async (id) => (await driver.status(id)) === 'running'));
  return ids.filter((_, index) => up[index]);
}

async function stopAll(driver: ComputeDriver, log: (text: string) => void): Promise<string[]> {
  const ids = await endingWith(driver);
  const rest = ids.values();
  const worker = async () => {
    for (const id of rest) {
      const late = (error: Error) => log(`instance ${id} did not shut down: ${error.message}`);
      await driver.stop(id, { grace_ms: grace, force: false }).catch(late);
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  return ids;
}

/**
 * Answers the heartbeat function. After a silence (the laptop slept, the control plane was unreachable) in which the
 * host's machines were marked as unreachable, it brings them back.
 */
function pulseOf(host: Host, jobs: JobLoop, every: number): () => Promise<void> {
  let inTouch = Date.now();
  let recovering = false;
  const pulse = async () => {
    if (host.contact?.lost) return;
    await offer(host);
    await reportDowns(host);
    if (recovering) return;
    recovering = host.isBehind === true || Date.now() - inTouch > silentAfterMs - every;
    if (recovering) await catchUp(host, jobs).finally(() => (recovering = false));
    inTouch = Date.now();
  };
  return () => pulse().catch((error: Error) => host.log(`heartbeat: ${error.message}`));
}

async function catchUp(host: Host, jobs: JobLoop): Promise<void> {
  host.isBehind = false;
  try {
    await recover(host, jobs);
  } catch (error) {
    host.isBehind = true;
    throw error;
  }
}

/** Milliseconds without a byte, on the real clock, after which a console is closed (contract 4.1). */
const consoleIdleMs = 15 * 60_000;
