import { liveHosts } from '#lib/domain/compute/hosts/place.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';

/** A host of those that can do this (`volumes`, `snapshots`); 409 where none that is alive can. */
export const capableHost = (hosts: readonly HostEntry[], capability: string): HostEntry =>
  capableHosts(hosts, capability)[0];

/** The live hosts that can do this, at least one; 409 where none can. */
export function capableHosts(hosts: readonly HostEntry[], capability: string): [HostEntry, ...HostEntry[]] {
  const live = liveHosts(hosts);
  const [first, ...rest] = live.filter(({ capabilities }) => capabilities.includes(capability));
  if (first) return [first, ...rest];
  if (live.length === 0) {
    throw new ApiError('capacity_exhausted', 'no host answers right now', { retryAfter: 30 });
  }
  const drivers = [...new Set(live.map(({ driver }) => driver))].join(', ');
  throw new ApiError('wrong_state', `no host has the capability ${capability} (compute driver: ${drivers})`);
}

/** Refuses with 409 what a host's driver says it cannot do; a host that is not known is not asked. */
export function requireCapability(
  hosts: readonly Pick<HostEntry, 'host_id' | 'driver' | 'capabilities'>[],
  host_id: string,
  capability: string,
): void {
  const host = hosts.find((candidate) => candidate.host_id === host_id);
  if (!host || host.capabilities.includes(capability)) return;
  throw new ApiError(
    'wrong_state',
    `host ${host_id} does not have the capability ${capability} (compute driver: ${host.driver})`,
  );
}
