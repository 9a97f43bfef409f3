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
import { type Listening, listening } from '#lib/runtime/system/listening.ts';
import { inOrder } from './described.ts';
import type { JobLoop } from './jobs.ts';

/** Machines that are booted beside one another at the agent's start. */
const abreast = 4;

export interface Host {
  id: string;
  publicIp: string;
  /** The block of its elastic IPs and load balancers. */
  addressPool: string | null;
  driver: ComputeDriver;
  log: (text: string) => void;
  /** Machines that went down by themselves, until that is noted. */
  down: Map<string, PowerOffCause>;
}

/** Tells the control plane that the host is alive and what it offers. */
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

/** The address of what listens within a block. */
function within(pool: string): (one: Listening) => string[] {
  const block = addressSet([parseBlock(pool)]);
  return ({ address }) => (address !== null && block.has(address) ? [address] : []);
}

/**
 * Brings the host to what the table says: machines that are to run are booted where they do not, and machines that the
 * table does not place here (their termination was settled while the agent was down) are removed.
 */
export async function recover(host: Host, jobs: Pick<JobLoop, 'alone'>): Promise<void> {
  // Listed first: what a job makes after this is not taken for something that the table does not know.
  const present = await host.driver.list();
  const { running, known } = await inventory(host.id, host.publicIp);
  // First of all, so that nobody is told of a machine whose turn is late that it answers.
  await each(running, async ({ account_id, instance_id }) => {
    if ((await host.driver.status(instance_id)) === 'running') return;
    await reportBooting(account_id, instance_id, host.id);
  });
  await each(running, ({ account_id, instance_id }) =>
    jobs.alone(instance_id, () => bootAgain(host, account_id, instance_id)),
  );
  for (const id of present) if (!known.has(id)) await jobs.alone(id, () => host.driver.destroy(id));
}

async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  const worker = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: abreast }, worker));
}

function bootAgain({ driver, log }: Host, account: string, id: string): Promise<void> {
  const boot = async (spec: MachineSpec | undefined) => {
    if (!spec) return;
    try {
      const { host_key, ssh_ready } = await driver.start(spec);
      await reportUp(account, id, host_key, ssh_ready);
    } catch (error) {
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

/** Reports every machine that goes down by itself, at once or, where that cannot be, with a later `reportDowns`. */
export function reportPowerOffs(host: Host): void {
  host.driver.onPowerOff((id, cause) => {
    host.down.set(id, cause);
    void reportDowns(host);
  });
}

/** Notes the machines that went down and have not been noted yet: an operation held them, or the table did not answer. */
export async function reportDowns({ id: host, driver, log, down }: Host): Promise<void> {
  for (const [id, cause] of down) {
    try {
      const isDown = async () => (await driver.status(id)) !== 'running';
      if (await reportLost(host, id, reasons[cause], isDown)) down.delete(id);
    } catch (error) {
      log(`instance ${id} went down, and this could not be noted yet: ${(error as Error).message}`);
    }
  }
}
