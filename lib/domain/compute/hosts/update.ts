import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import type { HostChange, OperatedHost } from '#lib/model/compute/operated-host.ts';
import { changeHost, moreRoom } from '#lib/store/compute/operated-hosts.ts';
import { requireHost } from './change.ts';
import { hostWithMachines } from './show.ts';

/** Changes what a host is called, and how much of what it has machines may have. */
export function updateHost(
  context: Context,
  { id, name, capacity_factors }: HostChange & { id: string },
): Promise<OperatedHost> {
  return retryOnConflict(async () => {
    const record = await requireHost(id);
    const change = {
      ...(name !== undefined && { name }),
      ...(capacity_factors && { factors: capacity_factors }),
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
