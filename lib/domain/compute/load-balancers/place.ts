import { findHosts } from '#lib/domain/compute/hosts/search.ts';
import type { Listener } from '#lib/model/compute/listener.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Catalog, HostEntry, Offer } from '#lib/store/compute/directory.ts';
import { isEmpty, type VpcRecord } from '#lib/store/compute/vpcs.ts';

/** The lowest port that unprivileged programs can listen on. */
const unprivileged = 1024;

/**
 * The host that serves a VPC's load balancers with these listeners: the VPC's own host, or any host where the VPC is
 * empty. 409 capacity_exhausted, with the reason, where no live host can.
 */
export async function hostFor(vpc: VpcRecord, catalog: Catalog, listeners: readonly Listener[]): Promise<HostEntry> {
  const suits = ({ capabilities }: Offer) => capabilities.includes('load_balancing');
  const ids = isEmpty(vpc) || vpc.host_id === undefined ? undefined : [vpc.host_id];
  const { hosts: capable, live } = await findHosts(catalog, { ids, suits });
  const host = capable.find((candidate) => refusalOf(candidate, listeners) === undefined) ?? capable[0];
  if (!host) throw noCapableHost(vpc, live);
  checkListenersOf(host, listeners);
  return host;
}

/** Refuses listeners that the host cannot serve: 409. */
export function checkListenersOf(host: Offer, listeners: readonly Listener[]): void {
  const refusal = refusalOf(host, listeners);
  if (refusal !== undefined) throw new ApiError('capacity_exhausted', refusal);
}

/**
 * The values of a listener's fields that not all hosts with load balancing can serve, each with the name of the
 * capability.
 */
const wordOf = [
  ['protocol', 'https', 'https_listeners'],
  ['proxy_protocol', 'v1', 'proxy_protocol'],
  ['proxy_protocol', 'v2', 'proxy_protocol'],
  ['backend_protocol', 'grpc', 'grpc_backends'],
] as const;

/** Whether every host with load balancing can serve these listeners. */
export const servedByAll = (listeners: readonly Listener[]): boolean =>
  listeners.every((one) => one.port >= unprivileged && !wordOf.some(([field, value]) => one[field] === value));

/** Why the host cannot serve one of these listeners; undefined where it can serve them all. */
function refusalOf({ host_id, capabilities }: Offer, listeners: readonly Listener[]): string | undefined {
  const lacks = (word: string) => !capabilities.includes(word);
  for (const [at, listener] of listeners.entries()) {
    const { port } = listener;
    for (const [field, value, word] of wordOf) {
      if (listener[field] === value && lacks(word)) {
        return `listeners[${at}].${field}: ${value} cannot be served: host ${host_id} lacks ${word} (see GET /healthz)`;
      }
    }
    if (port < unprivileged && lacks('low_ports')) {
      return `listeners[${at}].port: ${port} cannot be served: host ${host_id} may not listen below ${unprivileged} (it lacks low_ports; see GET /healthz)`;
    }
  }
  return undefined;
}

function noCapableHost(vpc: VpcRecord, [host]: readonly HostEntry[]): ApiError {
  if (host) {
    const why = `host ${host.host_id} (driver ${host.driver}) lacks load_balancing; see GET /healthz`;
    return new ApiError('capacity_exhausted', `no load balancer is available in ${vpc.id}: ${why}`);
  }
  return new ApiError('capacity_exhausted', `no host of ${vpc.id} answers right now`, { retryAfter: 30 });
}
