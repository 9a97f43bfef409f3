import { requireCapability } from '#lib/domain/compute/disks/capable.ts';
import { isGone } from '#lib/domain/compute/instances/resource.ts';
import { isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

/**
 * Refuses where a console cannot be opened: 404 for an instance that does not exist, 409 unless it is running and its
 * host has consoles.
 */
export function checkConsole(
  id: string,
  record: InstanceRecord | undefined,
  hosts: readonly Pick<HostEntry, 'host_id' | 'driver' | 'capabilities'>[],
  now: Date,
): asserts record is InstanceRecord {
  if (!record || isGone(record, now)) throw notFound('instance', id);
  if (!isAllowed('open_console', record.status, record)) throw wrongState(id, 'open_console', record.status);
  requireCapability(hosts, record.host_id, 'console');
}
