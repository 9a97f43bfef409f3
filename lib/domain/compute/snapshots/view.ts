import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/** A snapshot as replies show it. */
export function toSnapshot(record: SnapshotRecord): Snapshot {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    description: record.description,
    instance_id: record.instance_id,
    status: record.status,
    status_reason: record.status_reason,
    size_gib: record.size_gib,
    progress_percent: record.progress_percent,
    trigger: record.trigger,
    consistency: record.consistency,
    image_id: record.image_id,
    expires_at: record.expires_at,
    allowed_actions: record.status === 'available' ? ['restore'] : [],
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
