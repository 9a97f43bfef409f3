import { realNow } from '#lib/drivers/clocks/real.ts';
import type { HostAsked } from '#lib/model/compute/host-api.ts';
import { askedOf, askLoads, getLoads, type Load, loadsOf, storeLoads } from '#lib/store/compute/host-loads.ts';
import { isLate } from './pace.ts';

/** Milliseconds for which a host reports an instance's loads after autoscaling has asked for them. */
const askedFor = 6 * 3600_000;

/**
 * The loads of an instance in the last minutes, as its host has reported them with its heartbeats; none where stored
 * points are as fresh. Asks the host for further ones.
 */
export async function reportedLoads(host: string, instance: string): Promise<Load[]> {
  if (!isLate()) return [];
  const now = realNow().getTime();
  const item = await getLoads(host);
  if ((askedOf(item).get(instance) ?? 0) < now + askedFor / 2) await askLoads(host, instance, now + askedFor);
  return loadsOf(item, instance);
}

/** Stores the loads that a host reports, as far as they are asked for. */
export async function noteLoads(host: string, reported: NonNullable<HostAsked<'beatHost'>['loads']>): Promise<void> {
  const now = realNow().getTime();
  const item = await getLoads(host);
  const asked = askedOf(item);
  if (asked.size === 0) return;
  const isWanted = (id: string) => (asked.get(id) ?? 0) > now;
  const wanted = reported.filter(({ instance_id }) => isWanted(instance_id));
  const loads = new Map(wanted.map(({ instance_id, minutes }) => [instance_id, minutes]));
  const forgotten = [...asked.keys()].filter((id) => !isWanted(id));
  await storeLoads(host, loads, forgotten);
}
