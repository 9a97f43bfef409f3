import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import type { OperatedHost, OperatedState } from '#lib/model/compute/operated-host.ts';
import { type KnownHost, withEntries } from '#lib/store/compute/host-list.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { roomBy } from '#lib/store/compute/host-room.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { countTaken } from '#lib/store/platform/bitmap.ts';
import { requireHost } from './change.ts';

/** The maximum number of a host's machines in one reply. */
const machinesAtMost = 1000;

/** One host, with its machines. 404 where there is none. */
export async function showHost(_context: Context, { id }: { id: string }): Promise<OperatedHost> {
  return hostWithMachines(await requireHost(id));
}

/** A host as replies show it, with its machines. */
export async function hostWithMachines(record: HostRecord): Promise<OperatedHost> {
  const machines: NonNullable<OperatedHost['machines']> = [];
  for await (const { instance_id, account_id, port } of instancesOf(record.host_id)) {
    if (machines.push({ instance_id, account_id, port }) === machinesAtMost) break;
  }
  const [known = { record, entry: undefined }] = await withEntries([record]);
  return { ...toHost(known), machines };
}

/** A host as lists show it. */
export function toHost({ record, entry }: KnownHost): OperatedHost {
  const { host_id, factors, ram_mib = 0, vcpus = 0, free_ram_mib = 0, free_vcpus = 0 } = record;
  const room = roomBy(factors, { ram_mib, vcpus });
  const instances = countTaken(record);
  return {
    id: host_id,
    name: record.name ?? host_id,
    kind: 'agent',
    driver: entry?.driver ?? null,
    state: stateOf({ record, entry }),
    seen_at: entry && entry.seen_at > 0 ? rfc3339(new Date(entry.seen_at)) : null,
    protocol: record.protocol ?? null,
    capacity: { ...room, instances: sshPorts.to - sshPorts.from },
    capacity_factors: factors ?? { ram: 1, vcpus: 1 },
    used: { ram_mib: room.ram_mib - free_ram_mib, vcpus: room.vcpus - free_vcpus, instances },
    capabilities: entry?.capabilities ?? [],
    images: (entry?.images ?? []).filter(({ available, pulled }) => available && pulled !== false).map(({ id }) => id),
    instances,
    machines: null,
    network_scope: entry?.network_scope ?? host_id,
    disk_scope: entry?.disk_scope ?? host_id,
    address_pool: entry?.address_pool ?? null,
    ...sharedBy(record),
    created_at: record.created_at ?? rfc3339(new Date(0)),
  };
}

const sharedBy = ({ allowed, refused }: HostRecord) => ({
  allowed_disk_scope: allowed?.disk_scope ?? null,
  allowed_address_pool: allowed?.address_pool ?? null,
  refused: refused ?? null,
});

/** A fence takes precedence, then the host's heartbeats, then what operators requested. */
function stateOf({ record: { state = 'active', epoch, lost }, entry }: KnownHost): OperatedState {
  if (state === 'fenced') return state;
  if (epoch === undefined || !entry) return 'joining';
  if (lost) return 'lost';
  if (realNow().getTime() - entry.seen_at > silentAfterMs) return 'silent';
  return state === 'draining' ? 'draining' : 'active';
}
