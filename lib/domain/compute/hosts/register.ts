import { realNow } from '#lib/drivers/clocks/real.ts';
import { announceHost, type HostEntry, registerHost, sshPorts } from '#lib/store/compute/hosts.ts';

/** How a host offers itself; the room it has left is the table's to know. */
export type Offer = Omit<HostEntry, 'seen_at' | 'free_ram_mib' | 'free_vcpus'>;

/** Registers a start of a host's agent; the epoch it gets is the only one that may take jobs from now on. */
export async function registerAgent(host: string, capacity: { ram_mib: number; vcpus: number }): Promise<number> {
  return (await registerHost(host, capacity)).epoch;
}

/** A heartbeat: the host is alive, and this is what it offers. */
export const announce = (offer: Offer): Promise<void> => announceHost({ ...offer, seen_at: realNow().getTime() });

/** SSH ports that a host gives to its machines: [from, to). */
export const sshPortRange = sshPorts;
