import { sshPorts } from '#lib/model/compute/limits.ts';
import { type InstanceType, instanceTypes } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Catalog, getOffer, type HostEntry, type Offer } from '#lib/store/compute/directory.ts';
import { getHost, type HostRecord } from '#lib/store/compute/hosts.ts';
import { isTaken } from '#lib/store/platform/bitmap.ts';
import { findHosts, type Wanted } from './search.ts';

/**
 * The host for a machine of this type. 409 capacity_exhausted, naming the types that would fit, where no host has room,
 * and why it had to be that host, where it had to. Hosts that are near come before others.
 */
export async function placeOn(
  catalog: Catalog,
  type: InstanceType,
  { near, ...wanted }: Pick<Wanted, 'ids' | 'near' | 'suits' | 'because'>,
): Promise<HostEntry> {
  const room = { ram: type.ram, vcpus: type.cpu };
  const ids = near?.filter((id) => !wanted.ids || wanted.ids.includes(id)) ?? [];
  const [first] = ids.length > 0 ? (await findHosts(catalog, { ...wanted, ...room, ids })).hosts : [];
  if (first) return first;
  const found = await findHosts(catalog, { ...wanted, ...room });
  const [host] = found.hosts;
  if (host) return host;
  throw noCapacity(type, found.live.filter(wanted.suits), wanted.because);
}

type Room = Pick<HostEntry, 'free_ram_mib' | 'free_vcpus'>;

const fits = (host: Room, type: InstanceType) => host.free_ram_mib >= type.ram && host.free_vcpus >= type.cpu;

/** The 409 where none of these hosts has room for a type. It names the types that would fit. */
export function noCapacity(type: InstanceType, hosts: readonly Room[], because?: string): ApiError {
  const available = instanceTypes.filter((other) => hosts.some((host) => fits(host, other))).map(({ id }) => id);
  const rest = available.length > 0 ? `available: ${available.join(', ')}` : 'no type is available';
  const message = [`no capacity for ${type.id} right now`, rest, ...(because ? [because] : [])].join('; ');
  return new ApiError('capacity_exhausted', message, { retryAfter: 30 });
}

/**
 * A random SSH port of the host. The first attempt does not read which ports are taken, since collisions are rare and
 * the claim detects them. Later attempts read the host's bitmap.
 */
export async function choosePort(host: Offer, attempt: number): Promise<number> {
  const known: HostRecord | undefined = attempt > 1 ? await getHost(host.host_id) : undefined;
  const reserved = new Set(host.reserved_ports);
  const span = sshPorts.to - sshPorts.from;
  const start = Math.floor(Math.random() * span);
  for (let i = 0; i < span; i++) {
    const slot = (start + i) % span;
    const port = sshPorts.from + slot;
    if (!reserved.has(port) && !(known && isTaken(known, slot))) return port;
  }
  throw new ApiError('capacity_exhausted', `host ${host.host_id} has no free SSH port`, { retryAfter: 30 });
}

/**
 * Live hosts with this capability (`volumes`, `snapshots`), at least one, starting with those of `ids` that have it.
 * 409 where no live host has it.
 */
export async function capableHosts(
  catalog: Catalog,
  capability: string,
  ids: readonly string[] = [],
): Promise<[HostEntry, ...HostEntry[]]> {
  const suits = ({ capabilities }: Offer) => capabilities.includes(capability);
  const near = ids.length > 0 ? (await findHosts(catalog, { ids, suits })).hosts : [];
  const { hosts, live } = near.length > 0 ? { hosts: near, live: near } : await findHosts(catalog, { suits });
  const [first, ...rest] = hosts;
  if (first) return [first, ...rest];
  throw lacking(live, capability);
}

/** The 409 where none of these live hosts has a capability. */
function lacking(live: readonly HostEntry[], capability: string): ApiError {
  if (live.length === 0) return new ApiError('capacity_exhausted', 'no host answers right now', { retryAfter: 30 });
  const drivers = [...new Set(live.map(({ driver }) => driver))].join(', ');
  return new ApiError('wrong_state', `no host has the capability ${capability} (compute driver: ${drivers})`);
}

/**
 * Refuses with 409 where the host lacks the capability. The catalog has the capabilities of all hosts; only for others
 * is the host's own offer read. An unknown host is not refused.
 */
export async function requireCapability(catalog: Catalog, host_id: string, capability: string): Promise<void> {
  const refusal = await lackOf(catalog, host_id, capability);
  if (refusal) throw refusal;
}

/** The 409 where the host lacks the capability; undefined where it does not. */
export async function lackOf(catalog: Catalog, host_id: string, capability: string): Promise<ApiError | undefined> {
  if (catalog.capabilities.includes(capability)) return undefined;
  const offer = await getOffer(host_id);
  return offer && lackIn(offer, capability);
}

/** The same for a host whose offer is known. */
export function lackIn(
  { host_id, capabilities, driver }: Pick<Offer, 'host_id' | 'capabilities' | 'driver'>,
  capability: string,
): ApiError | undefined {
  if (capabilities.includes(capability)) return undefined;
  const message = `host ${host_id} does not have the capability ${capability} (compute driver: ${driver})`;
  return new ApiError('wrong_state', message);
}
