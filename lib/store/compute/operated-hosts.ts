import { keys } from '#lib/store/keys.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import { roomBy } from './host-room.ts';
import type { HostRecord } from './hosts.ts';

/* The attributes of hosts that operators change. */

/** How other factors change a host's free room. */
export const moreRoom = ({ factors, ram_mib = 0, vcpus = 0 }: HostRecord, next = factors): FreeRoom => {
  const [now, then] = [roomBy(next, { ram_mib, vcpus }), roomBy(factors, { ram_mib, vcpus })];
  return { free_ram_mib: now.ram_mib - then.ram_mib, free_vcpus: now.vcpus - then.vcpus };
};

type FreeRoom = Pick<HostRecord, 'free_ram_mib' | 'free_vcpus'>;

/**
 * Changes the operator's settings of a host, and its free room. Stale where its agent has restarted or the settings
 * have changed.
 */
export function changeHost(
  record: HostRecord,
  change: Pick<Partial<HostRecord>, 'name' | 'factors' | 'allowed'>,
): Write {
  const { host_id, epoch, name, factors, allowed } = record;
  return update(keys.host(host_id), { set: change, add: { ...moreRoom(record, change.factors) } }, [
    epoch === undefined ? ['epoch', 'absent'] : ['epoch', '=', epoch],
    name === undefined ? ['name', 'absent'] : ['name', '=', name],
    factors === undefined ? ['factors', 'absent'] : ['factors', '=', factors],
    allowed === undefined ? ['allowed', 'absent'] : ['allowed', '=', allowed],
  ]);
}
