import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { HostOffer } from '#lib/model/compute/host-messages.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type AgentStart, announceHost, type HostEntry, registerHost, sshPorts } from '#lib/store/compute/hosts.ts';

/** What a host offers. The table counts its free memory and vCPUs. */
export type Offer = Omit<HostEntry, 'seen_at' | 'run' | 'free_ram_mib' | 'free_vcpus'>;

/** Registers a start of a host's agent. Only the epoch that it returns may take jobs from now on. */
export const registerAgent = (
  host: string,
  capacity: { ram_mib: number; vcpus: number },
  start?: AgentStart,
): Promise<number> => registerHost(host, capacity, rfc3339(civilNow()), start);

/** Records a heartbeat: the host is alive, and offers this. */
export const announce = (offer: Offer): Promise<void> =>
  announceHost({ ...offer, seen_at: realNow().getTime(), run: setting('SVC_RUN') });

/** What a host says that it offers. Of the ports that it cannot give, those matter that machines may get. */
export const toOffer = (host_id: string, { reserved_ports, ...offer }: HostOffer): Offer => ({
  ...offer,
  host_id,
  reserved_ports: [...new Set(reserved_ports)].filter((port) => port >= sshPorts.from && port < sshPorts.to),
});
