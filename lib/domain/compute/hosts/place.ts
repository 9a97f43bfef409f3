import { realNow } from '#lib/drivers/clocks/real.ts';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import { type InstanceType, instanceTypes } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { getHost, type HostEntry, type HostRecord, sshPorts } from '#lib/store/compute/hosts.ts';
import { isTaken } from '#lib/store/platform/bitmap.ts';

/** The live hosts, most free memory first. */
export function liveHosts(hosts: readonly HostEntry[]): HostEntry[] {
  const since = realNow().getTime() - silentAfterMs;
  return hosts.filter((host) => host.seen_at > since).sort((a, b) => b.free_ram_mib - a.free_ram_mib);
}

/** Those hosts whose agent has registered since this local platform started; in a deployment all of them. */
export const registeredHosts = (hosts: readonly HostEntry[]): HostEntry[] =>
  hosts.filter(({ run }) => run === setting('SVC_RUN'));

/**
 * The host for a machine of this type. 409 capacity_exhausted, naming the types that would fit, where no host has room.
 * The directory is as old as the last heartbeat, so before a refusal and after a failed attempt the hosts' own records
 * are read.
 */
export async function placeOn(hosts: readonly HostEntry[], type: InstanceType, attempt: number): Promise<HostEntry> {
  const live = liveHosts(hosts);
  const known = attempt === 1 && live.find((candidate) => fits(candidate, type));
  if (known) return known;
  const exact = liveHosts(await Promise.all(live.map(withRoom)));
  const host = exact.find((candidate) => fits(candidate, type));
  if (host) return host;
  throw noCapacity(type, exact);
}

async function withRoom(host: HostEntry): Promise<HostEntry> {
  const { free_ram_mib = 0, free_vcpus = 0 } = (await getHost(host.host_id)) ?? {};
  return { ...host, free_ram_mib, free_vcpus };
}

type Room = Pick<HostEntry, 'free_ram_mib' | 'free_vcpus'>;

const fits = (host: Room, type: InstanceType) => host.free_ram_mib >= type.ram && host.free_vcpus >= type.cpu;

/** The 409 where none of these hosts has room for a type; it names the types that would fit. */
export function noCapacity(type: InstanceType, hosts: readonly Room[]): ApiError {
  const available = instanceTypes.filter((other) => hosts.some((host) => fits(host, other))).map(({ id }) => id);
  const rest = available.length > 0 ? `available: ${available.join(', ')}` : 'no type is available';
  return new ApiError('capacity_exhausted', `no capacity for ${type.id} right now; ${rest}`, { retryAfter: 30 });
}

/**
 * An SSH port of the host, chosen at random. The first attempt does not read which ports are taken, since collisions
 * are rare and the claim detects them; later attempts read the host's bitmap.
 */
export async function choosePort(host: HostEntry, attempt: number): Promise<number> {
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
