import { liveHosts } from '#lib/domain/compute/hosts/place.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';

/** A live host with this capability (`volumes`, `snapshots`). 409 where no live host has it. */
export const capableHost = (hosts: readonly HostEntry[], capability: string): HostEntry =>
  capableHosts(hosts, capability)[0];

/** The live hosts with this capability, at least one. 409 where no live host has it. */
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

/** Refuses with 409 where the host lacks the capability. An unknown host is not refused. */
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
