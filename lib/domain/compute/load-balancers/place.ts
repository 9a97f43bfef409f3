import { findHosts } from '#lib/domain/compute/hosts/search.ts';
import type { Listener } from '#lib/model/compute/load-balancer.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Catalog, HostEntry, Offer } from '#lib/store/compute/directory.ts';
import { isEmpty, type VpcRecord } from '#lib/store/compute/vpcs.ts';

/** The first port on which unprivileged programs may listen. */
export const unprivileged = 1024;

/**
 * The host that serves a VPC's load balancers with these listeners: the VPC's own host, or any host where the VPC is
 * empty. 409 capacity_exhausted, with the reason, where no live host can.
 */
export async function hostFor(vpc: VpcRecord, catalog: Catalog, listeners: readonly Listener[]): Promise<HostEntry> {
  const suits = ({ capabilities }: Offer) => capabilities.includes('load_balancing');
  const ids = isEmpty(vpc) || vpc.host_id === undefined ? undefined : [vpc.host_id];
  const { hosts: capable, live } = await findHosts(catalog, { ids, suits });
  const host = capable.find((candidate) => refusedPort(candidate, listeners) === undefined) ?? capable[0];
  if (!host) throw noCapableHost(vpc, live);
  checkPortsOf(host, listeners);
  return host;
}

/** Refuses listeners whose port the host cannot serve: 409. */
export function checkPortsOf(host: Offer, listeners: readonly Listener[]): void {
  const refused = refusedPort(host, listeners);
  if (refused === undefined) return;
  throw new ApiError(
    'capacity_exhausted',
    `listeners[${refused}].port: ${listeners[refused]?.port} cannot be served: host ${host.host_id} may not listen below ${unprivileged} (it lacks low_ports; see GET /healthz)`,
  );
}

/** The index of the first listener whose port the host cannot serve. */
function refusedPort({ capabilities }: Offer, listeners: readonly Listener[]): number | undefined {
  if (capabilities.includes('low_ports')) return undefined;
  const at = listeners.findIndex(({ port }) => port < unprivileged);
  return at < 0 ? undefined : at;
}

function noCapableHost(vpc: VpcRecord, [host]: readonly HostEntry[]): ApiError {
  if (host) {
    const why = `host ${host.host_id} (driver ${host.driver}) lacks load_balancing; see GET /healthz`;
    return new ApiError('capacity_exhausted', `no load balancer can be had in ${vpc.id}: ${why}`);
  }
  return new ApiError('capacity_exhausted', `no host of ${vpc.id} answers right now`, { retryAfter: 30 });
}
