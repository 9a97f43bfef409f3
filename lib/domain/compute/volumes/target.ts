import { requireCapability } from '#lib/domain/compute/disks/capable.ts';
import { isGone } from '#lib/domain/compute/instances/find.ts';
import { inProgress, isAllowed, wrongState } from '#lib/model/compute/instance-states.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { HostEntry } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';

/** Volumes that one instance may have. */
const most = 8;

interface Target {
  instance: InstanceRecord | undefined;
  hosts: readonly HostEntry[];
}

/**
 * The instance that is to get a volume: 404 where there is none, 409 where its status, its operation or its host does not
 * allow it, 403 where it has eight already.
 */
export function requireTarget({ instance, hosts }: Target, id: string, now: Date, device?: string): InstanceRecord {
  if (!instance || isGone(instance, now)) throw notFound('instance', id);
  if (!isAllowed('attach_volume', instance.status, instance)) throw wrongState(id, 'attach_volume', instance.status);
  if (instance.operation) throw inProgress(id, 'attach_volume', instance.operation);
  requireCapability(hosts, instance.host_id, 'volumes');
  if (instance.status === 'running') requireCapability(hosts, instance.host_id, 'volume_hot_attach');
  if (device !== undefined) requireCapability(hosts, instance.host_id, 'block_devices');
  if (instance.volume_ids.length >= most) {
    throw new ApiError('quota_exceeded', `${most} of ${most} volumes of instance ${id} used`);
  }
  return instance;
}
