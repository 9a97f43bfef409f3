import {
  inventory,
  reportBooting,
  reportDown,
  reportLost,
  reportUp,
  specToBoot,
} from '#lib/domain/compute/hosts/recover.ts';
import { announce, sshPortRange } from '#lib/domain/compute/hosts/register.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver, PowerOffCause } from '#lib/runtime/driver.ts';
import { addressSet, parseBlock } from '#lib/runtime/forwarder/blocks.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { type Listening, listening } from '#lib/runtime/system/listening.ts';
import { inOrder } from './described.ts';
import type { Contact } from './faults.ts';
import type { JobLoop } from './jobs.ts';

/** How many machines are booted at the same time when the agent starts. */
const abreast = 4;

export interface Host {
  id: string;
  publicIp: string;
  /** The block of its elastic IPs and load balancers. */
  addressPool: string | null;
  driver: ComputeDriver;
  log: (text: string) => void;
  /** Machines that went down by themselves and whose end the table does not have yet. */
  down: Map<string, PowerOffCause>;
  contact?: Contact;
  /** Aborted when the agent ends its work on this state. */
  closing?: AbortSignal;
}

/** Reports to the control plane that the host is alive, and its capacity and capabilities. */
export async function offer({ id, publicIp, addressPool, driver }: Host): Promise<void> {
  const taken = listening();
  const ports = taken.map(({ port }) => port).filter((port) => port >= sshPortRange.from && port < sshPortRange.to);
  await announce({
    host_id: id,
    driver: driver.kind,
    capabilities: [...driver.capabilities()],
    images: driver.images().map((image) => ({ ...image })),
    public_ip: publicIp,
    reserved_ports: [...(driver.reservedPorts?.() ?? []), ...ports],
    address_pool: addressPool,
    reserved_addresses: addressPool ? [...new Set(taken.flatMap(within(addressPool)))] : [],
  });
}

/** Answers the address of a listening socket when it lies within a block. */
function within(pool: string): (one: Listening) => string[] {
  const block = addressSet([parseBlock(pool)]);
  return ({ address }) => (address !== null && block.has(address) ? [address] : []);
}

/**
 * Brings the host to the state of the table. Boots machines that should run and do not. Removes machines that the table
 * does not place here: their termination was settled while the agent was down.
 */
export async function recover(host: Host, jobs: Pick<JobLoop, 'alone'>): Promise<void> {
  // Listed first, so that a machine that a job makes after this is not mistaken for an unknown one.
  const present = await host.driver.list();
  const { running, known } = await inventory(host.id, host.publicIp, host.closing);
  // Done before anything else: a machine that waits for its boot must not be shown as running.
  await each(host, running, async ({ account_id, instance_id }) => {
    if ((await host.driver.status(instance_id)) === 'running') return;
    await reportBooting(account_id, instance_id, host.id);
  });
  await each(host, running, ({ account_id, instance_id }) =>
    jobs.alone(instance_id, (signal) => bootAgain(host, account_id, instance_id, signal)),
  );
  const unknown = present.filter((id) => !known.has(id));
  for (const id of unknown) await jobs.alone(id, () => host.driver.destroy(id));
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

function bootAgain({ driver, log }: Host, account: string, id: string, signal: AbortSignal): Promise<void> {
  const boot = async (spec: MachineSpec | undefined) => {
    if (!spec) return;
    try {
      const { host_key, ssh_ready } = await driver.start(spec, { signal });
      await reportUp(account, id, host_key, ssh_ready);
    } catch (error) {
      // The next start boots it.
      if (signal.aborted) return;
      log(`instance ${id} did not boot again: ${(error as Error).message}`);
      await reportDown(account, id, `did not boot after its host's restart: ${(error as Error).message}`);
    }
  };
  return inOrder(id, () => specToBoot(account, id), boot);
}

const reasons: Record<PowerOffCause, string> = {
  guest: 'shut down from inside the guest',
  crash: 'the machine was lost',
};

/**
 * Reports every machine that goes down by itself. What cannot be reported at once is reported by a later `reportDowns`.
 * `begun` is told of each report.
 */
export function reportPowerOffs(host: Host, begun: (report: Promise<void>) => void = ignore): void {
  host.driver.onPowerOff((id, cause) => {
    host.down.set(id, cause);
    begun(reportDowns(host));
  });
}

/**
 * Reports the machines whose end is not yet in the table, because an operation held them or the table did not answer.
 */
export async function reportDowns({ id: host, driver, log, down, contact }: Host): Promise<void> {
  if (contact?.lost) return;
  for (const [id, cause] of down) {
    try {
      const isDown = async () => (await driver.status(id)) !== 'running';
      if (await reportLost(host, id, reasons[cause], isDown)) down.delete(id);
    } catch (error) {
      log(`instance ${id} went down, and this could not be noted yet: ${(error as Error).message}`);
    }
  }
}
