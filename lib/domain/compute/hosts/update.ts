import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import type { HostChange, OperatedHost } from '#lib/model/compute/operated-host.ts';
import type { HostRecord } from '#lib/store/compute/hosts.ts';
import { changeHost, moreRoom } from '#lib/store/compute/operated-hosts.ts';
import { requireHost } from './change.ts';
import { hostWithMachines } from './show.ts';

/**
 * What operators allow a host after this change; nothing where the change does not affect it. A host keeps offering
 * what is no longer allowed until its next start.
 */
function allowedBy({ allowed_disk_scope, allowed_address_pool }: HostChange, { allowed }: HostRecord) {
  const change = {
    ...(allowed_disk_scope !== undefined && { disk_scope: allowed_disk_scope }),
    ...(allowed_address_pool !== undefined && { address_pool: allowed_address_pool }),
  };
  return Object.keys(change).length > 0 ? { allowed: { ...allowed, ...change } } : {};
}

/** Changes a host's name, the share of its capacity that machines may use, and what it may share with other hosts. */
export function updateHost(
  context: Context,
  { id, name, capacity_factors, ...wish }: HostChange & { id: string },
): Promise<OperatedHost> {
  return retryOnConflict(async () => {
    const record = await requireHost(id);
    const change = {
      ...(name !== undefined && { name }),
      ...(capacity_factors && { factors: capacity_factors }),
      ...allowedBy(wish, record),
    };
    const more = moreRoom(record, capacity_factors);
    const room = {
      free_ram_mib: (record.free_ram_mib ?? 0) + more.free_ram_mib,
      free_vcpus: (record.free_vcpus ?? 0) + more.free_vcpus,
    };
    const shown = await hostWithMachines({ ...record, ...change, ...room });
    const writes = Object.keys(change).length > 0 ? [changeHost(record, change)] : [];
    return context.commit({ writes, reply: shown });
  });
}
