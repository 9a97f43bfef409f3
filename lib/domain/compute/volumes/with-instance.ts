import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { changeVolume, getVolumes, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import type { Intent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { deleting } from './delete.ts';

/**
 * The writes for an instance's volumes at its termination (contract 3.1): they are detached, or deleted where the
 * volume or the termination asks for that. At most eight volumes with four writes each.
 */
export async function releaseVolumes(
  record: InstanceRecord,
  now: Date,
): Promise<{ writes: Write[]; workflows: Intent[] }> {
  const volumes = await getVolumes(record.account_id, record.volume_ids);
  const mine = volumes.filter(({ instance_id }) => instance_id === record.id);
  const goes = (volume: VolumeRecord) => volume.delete_on_termination || record.cascade?.volumes === true;
  const deletions = mine.filter(goes).map((volume) => deleting({ now }, volume));
  const kept = mine.filter((volume) => !goes(volume)).map((volume) => changeVolume(volume, detached(volume, now)));
  return {
    writes: [...kept, ...deletions.flatMap(({ writes }) => writes)],
    workflows: deletions.map(({ workflow }) => workflow),
  };
}

/** A detached volume. Its growth, which does not need the instance, goes on. */
function detached(volume: VolumeRecord, now: Date): VolumeRecord {
  return {
    ...volume,
    status: 'available',
    instance_id: null,
    device: null,
    operation: volume.operation?.kind === 'grow_volume' ? volume.operation : null,
    updated_at: rfc3339(now),
  };
}
