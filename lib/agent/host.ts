import { readFileSync } from 'node:fs';
import { inventory, reportDown, reportLost, reportUp, specToBoot } from '#lib/domain/hosts/recover.ts';
import { announce, sshPortRange } from '#lib/domain/hosts/register.ts';
import { inOrder } from './described.ts';
import type { ComputeDriver, MachineSpec, PowerOffCause } from './driver.ts';
import type { JobLoop } from './jobs.ts';

/** Machines that are booted beside one another at the agent's start. */
const abreast = 4;

export interface Host {
  id: string;
  publicIp: string;
  driver: ComputeDriver;
  log: (text: string) => void;
  /** Machines that went down by themselves, until that is noted. */
  down: Map<string, PowerOffCause>;
}

/** Tells the control plane that the host is alive and what it offers. */
export async function offer({ id, publicIp, driver }: Host): Promise<void> {
  await announce({
    host_id: id,
    driver: driver.kind,
    capabilities: [...driver.capabilities()],
    images: driver.images().map((image) => ({ ...image })),
    public_ip: publicIp,
    reserved_ports: [...(driver.reservedPorts?.() ?? []), ...listeningPorts()],
  });
}

/**
 * Brings the host to what the table says: machines that are to run are booted where they do not, and machines that the
 * table does not place here (their termination was settled while the agent was down) are removed.
 */
export async function recover(host: Host, jobs: Pick<JobLoop, 'alone'>): Promise<void> {
  // Listed first: what a job makes after this is not taken for something that the table does not know.
  const present = await host.driver.list();
  const { running, known } = await inventory(host.id, host.publicIp);
  const worker = async () => {
    for (let next = running.shift(); next; next = running.shift()) {
      const { account_id, instance_id } = next;
      await jobs.alone(instance_id, () => bootAgain(host, account_id, instance_id));
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  for (const id of present) if (!known.has(id)) await jobs.alone(id, () => host.driver.destroy(id));
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
      const over = (await driver.status(id)) === 'running' || (await reportLost(host, id, reasons[cause]));
      if (over) down.delete(id);
    } catch (error) {
      log(`instance ${id} went down, and this could not be noted yet: ${(error as Error).message}`);
    }
  }
}

/** Ports of the SSH range that other programs of this machine listen on, from the kernel's table; none where it has none. */
function listeningPorts(): number[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').split('\n').slice(1).flatMap(listeningPort);
    } catch {
      return [];
    }
  });
}

/** proc(5): local address and port in hexadecimal, then the peer, then the state, 0A being LISTEN. */
function listeningPort(line: string): number[] {
  const [, local = '', , state] = line.trim().split(/\s+/);
  const port = Number.parseInt(local.split(':')[1] ?? '', 16);
  return state === '0A' && port >= sshPortRange.from && port < sshPortRange.to ? [port] : [];
}
