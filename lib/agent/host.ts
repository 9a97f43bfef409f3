import { readFileSync } from 'node:fs';
import { inventory, reportDown, reportLost, reportUp } from '#lib/domain/hosts/recover.ts';
import { announce, sshPortRange } from '#lib/domain/hosts/register.ts';
import type { ComputeDriver, MachineSpec, PowerOffCause } from './driver.ts';

/** Machines that are booted beside one another at the agent's start. */
const abreast = 4;

interface Host {
  id: string;
  publicIp: string;
  driver: ComputeDriver;
  log: (text: string) => void;
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
 * Brings the host to what the table says: running machines are booted, and machines that the table does not place here
 * (their termination was settled while the agent was down) are removed.
 */
export async function recover(host: Host): Promise<void> {
  const { boot, known } = await inventory(host.id, host.publicIp);
  const left = [...boot];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await bootAgain(host, next.account_id, next.spec);
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  for (const id of await host.driver.list()) if (!known.has(id)) await host.driver.destroy(id);
}

async function bootAgain({ driver, log }: Host, account: string, spec: MachineSpec): Promise<void> {
  try {
    const { host_key, ssh_ready } = await driver.start(spec);
    await reportUp(account, spec.id, host_key, ssh_ready);
  } catch (error) {
    log(`instance ${spec.id} did not boot again: ${(error as Error).message}`);
    await reportDown(account, spec.id, `did not boot after its host's restart: ${(error as Error).message}`);
  }
}

const reasons: Record<PowerOffCause, string> = {
  guest: 'shut down from inside the guest',
  crash: 'the machine was lost',
};

/** Reports every machine that goes down by itself. */
export function reportPowerOffs({ id: host, driver, log }: Host): void {
  driver.onPowerOff((id, cause) => {
    reportLost(host, id, reasons[cause]).catch((error: Error) =>
      log(`instance ${id} went down, and this could not be noted: ${error.message}`),
    );
  });
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
