import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { type HostOffer, offerHash } from '#lib/model/compute/host-messages.ts';
import { classOf, placeOf } from '#lib/model/compute/host-places.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type Offer, reclass, storeBeat, storeOffer } from '#lib/store/compute/directory.ts';
import { type AgentStart, type HostRecord, registerHost } from '#lib/store/compute/hosts.ts';
import { admitOffer } from './admit.ts';

/** Registers a start of a host's agent. Only the epoch that it returns may take jobs from now on. */
export const registerAgent = (
  host: string,
  capacity: { ram_mib: number; vcpus: number },
  start?: AgentStart,
): Promise<number> => registerHost(host, capacity, rfc3339(civilNow()), start);

/** Records a heartbeat. If the host's free room belongs to another class now, its offer moves there for placement. */
export async function beatOf({ host_id, class: size, free_ram_mib }: HostRecord): Promise<void> {
  await storeBeat({ host_id, seen_at: realNow().getTime(), run: setting('SVC_RUN') });
  const next = classOf(free_ram_mib);
  if (size !== undefined && size !== next) await reclass(host_id, next, placeOf(host_id).spot);
}

/** Records what a host offers, with a heartbeat. 403 and 409 as `admitOffer`. */
export async function announce(host_id: string, offer: HostOffer): Promise<void> {
  await retryOnConflict(async () => {
    const { host, claimed } = await admitOffer(host_id, offer);
    const place = { ...placeOf(host_id), class: classOf(host?.free_ram_mib ?? 0) };
    await storeOffer(toOffer(host_id, offer), place, offerHash(offer), claimed);
  });
  await storeBeat({ host_id, seen_at: realNow().getTime(), run: setting('SVC_RUN') });
}

/**
 * A host's offer in stored form. Only those reserved ports are kept that machines could get. A host shares its networks
 * with no other host, and its disks only under an operator's name for them.
 */
const toOffer = (host_id: string, { reserved_ports, disk_scope = host_id, ...offer }: HostOffer): Offer => ({
  ...offer,
  host_id,
  network_scope: host_id,
  disk_scope,
  snapshot_scope: host_id,
  reserved_ports: [...new Set(reserved_ports)].filter((port) => port >= sshPorts.from && port < sshPorts.to),
});
