import type { Volume } from '#lib/model/compute/volume.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';

/** A volume as replies show it. */
export function toVolume(record: VolumeRecord): Volume {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    size_gib: record.size_gib,
    status: record.status,
    status_reason: record.status_reason,
    task: record.task,
    instance_id: record.instance_id,
    device: record.device,
    mount_path: record.mount_path,
    filesystem: record.filesystem,
    price_monthly: record.price_monthly,
    delete_on_termination: record.delete_on_termination,
    tags: record.tags,
    allowed_actions: allowedActions(record),
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

function allowedActions({ status, operation }: VolumeRecord): Volume['allowed_actions'] {
  if (operation) return [];
  if (status === 'available') return ['attach_volume'];
  return status === 'in-use' ? ['detach_volume'] : [];
}
