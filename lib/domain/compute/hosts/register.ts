import { realNow } from '#lib/drivers/clocks/real.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { announceHost, type HostEntry, registerHost, sshPorts } from '#lib/store/compute/hosts.ts';

/** What a host offers. The table counts its free memory and vCPUs. */
export type Offer = Omit<HostEntry, 'seen_at' | 'run' | 'free_ram_mib' | 'free_vcpus'>;

/** Registers a start of a host's agent. Only the epoch that it returns may take jobs from now on. */
export const registerAgent = (host: string, capacity: { ram_mib: number; vcpus: number }): Promise<number> =>
  registerHost(host, capacity);

/** Records a heartbeat: the host is alive, and offers this. */
export const announce = (offer: Offer): Promise<void> =>
  announceHost({ ...offer, seen_at: realNow().getTime(), run: setting('SVC_RUN') });

/** SSH ports that a host gives to its machines: [from, to). */
export const sshPortRange = sshPorts;
