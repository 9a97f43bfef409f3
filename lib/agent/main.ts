import { join } from 'node:path';
import { heartbeatTimeout } from '#lib/domain/compute/hosts/place.ts';
import { registerAgent } from '#lib/domain/compute/hosts/register.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import { BalancerKeeper } from './balancer/keeper.ts';
import { capacityOf } from './capacity.ts';
import { startRelay } from './console/relay.ts';
import { AgentFaults, type Contact, type FaultChannel } from './faults.ts';
import { type Host, offer, recover, reportDowns, reportPowerOffs } from './host.ts';
import { JobLoop } from './jobs.ts';
import { openDriver } from './open-driver.ts';
import { UsageReporter } from './usage.ts';
import { listenForWakeups } from './wakeup.ts';

/** sysexits(3): this host can never run the requested driver, so a restart does not help. */
const EX_CONFIG = 78;
const announceEvery = 10_000;

/** Seconds of metrics that are written together. A laptop writes at once, because writes cost nothing there. */
const batch = setting('SVC_MODE') === 'local' ? 10 : 60;

const log = (text: string) => process.stdout.write(`${text}\n`);

/**
 * The shared address of this host's machines. It is derived from the platform's port, so that two platforms on one
 * laptop have separate SSH ports. The default port gives the default address.
 */
function publicAddress(baseUrl: string): string {
  const port = Number(new URL(baseUrl).port);
  return port === 3000 || process.platform !== 'linux' ? '127.0.0.1' : `127.1.${port >> 8}.${port & 255}`;
}

/**
 * The block of public addresses that this host can assign: 254 of them, derived from the platform's port, so that
 * platforms on one laptop share none. Null for a port below 1024, and outside Linux: only Linux answers on all of
 * 127/8.
 */
function addressPool(baseUrl: string): string | null {
  const port = Number(new URL(baseUrl).port);
  return port < 1024 || process.platform !== 'linux' ? null : `127.${port >> 8}.${port & 255}.0/24`;
}

/** Ends the agent. The reason is its last line on standard error. */
function giveUp({ message }: Error, status: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}

async function open(publicIp: string): Promise<ComputeDriver> {
  try {
    return await openDriver(setting('SVC_COMPUTE'), {
      dir: join(setting('SVC_DATA_DIR'), 'machines'),
      timeScale: setting('SVC_TIME_SCALE'),
      publicIp,
      log,
    });
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== 'UNSUPPORTED') throw error;
    giveUp(error, EX_CONFIG);
  }
}

async function main(): Promise<void> {
  // Files of machines must be readable for every user of a machine, whatever umask the agent was started with. The
  // folders around them are closed.
  process.umask(0o022);
  const baseUrl = setting('SVC_BASE_URL') ?? 'http://localhost:3000';
  const publicIp = publicAddress(baseUrl);
  const faults = new AgentFaults(platformChannel());
  const driver = await open(publicIp);
  const host: Host = {
    id: setting('SVC_HOST'),
    publicIp,
    addressPool: addressPool(baseUrl),
    driver,
    log,
    down: new Map(),
    contact: faults,
  };
  const epoch = await registerAgent(host.id, capacityOf(driver.kind));
  reportPowerOffs(host);
  await offer(host);
  const jobs = new JobLoop(host.id, epoch, driver, log, faults);
  const balancers = new BalancerKeeper(host.id, driver, log, faults);
  const ring = () => {
    jobs.wake();
    balancers.wake();
  };
  const wakeup = setting('SVC_WAKEUP');
  const bell = wakeup ? await listenForWakeups(wakeup, ring) : undefined;
  const pulse = pulseOf(host, jobs, faults);
  const heartbeat = setInterval(pulse, announceEvery);
  for (const act of [pulse, ring]) faults.onChange(act);
  const usage = new UsageReporter({ host: host.id, driver, log, batch, contact: faults });
  usage.start();
  const consoles = setting('SVC_CONSOLE_SOCKET');
  const relay = consoles ? await serveConsoles(consoles, host) : undefined;

  leaveInOrder(async () => {
    clearInterval(heartbeat);
    bell?.close();
    await relay?.close();
    await balancers.close();
    await jobs.close();
    await usage.close();
    await driver.close();
  });
  await recover(host, jobs);
}

/** Ends this process, after `close`, on a signal and when the local platform has ended. */
function leaveInOrder(close: () => Promise<void>): void {
  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave());
  process.on('disconnect', () => void leave());
  if (process.send) process.stdin.resume().on('end', () => void leave());
}

/**
 * Answers the heartbeat function. After a silence (the laptop slept, the table was unreachable) in which the host's
 * machines were marked as unreachable, it brings them back.
 */
function pulseOf(host: Host, jobs: JobLoop, contact: Contact): () => void {
  let inTouch = Date.now();
  let recovering = false;
  const pulse = async () => {
    if (contact.lost) return;
    await offer(host);
    await reportDowns(host);
    if (recovering) return;
    recovering = Date.now() - inTouch > heartbeatTimeout - announceEvery;
    if (recovering) await recover(host, jobs).finally(() => (recovering = false));
    inTouch = Date.now();
  };
  return () => void pulse().catch((error: Error) => log(`heartbeat: ${error.message}`));
}

/** The channel to the local platform that started this agent. */
function platformChannel(): FaultChannel | undefined {
  if (!process.send) return undefined;
  return {
    // Without the platform there is nobody to tell; the agent then ends.
    send: (call) => void (process.connected && process.send?.(call, undefined, {}, () => undefined)),
    onMessage: (listener) => void process.on('message', listener),
  };
}

/** Milliseconds without a byte, on the real clock, after which a console is closed (contract 4.1). */
const consoleIdleMs = 15 * 60_000;

function serveConsoles(socket: string, { id: host_id, driver, log }: Host) {
  const host = { host_id, driver: driver.kind, capabilities: [...driver.capabilities()] };
  return startRelay(socket, { driver, host, idleMs: consoleIdleMs, log });
}

main().catch((error: Error) => giveUp(error, 1));
