import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { changeVolume, getVolumes, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { type Intent, removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import type { Attachment } from './attachment.ts';
import { findVolume, requireStatus } from './resource.ts';

interface Deleting {
  id: string;
  status: 'deleting';
}

/**
 * Deletes a volume with its files. One that is being deleted is answered unchanged. 409 while it is attached, except
 * for a volume of a lost host, which is removed from its instance as well.
 */
export function deleteVolume(context: Context, { id }: { id: string }): Promise<Deleting> {
  return retryOnConflict(async () => {
    const record = await findVolume(context, id);
    context.match(record.version);
    const reply: Deleting = { id, status: 'deleting' };
    if (record.status === 'deleting') return context.commit({ writes: [], reply });
    requireStatus(record, 'delete', 'available', 'error');
    const left = await leaving(context, record);
    const { writes, workflow } = deleting(context, record);
    const rehearsal = {
      would: `delete volume ${id} of ${record.size_gib} GiB`,
      ...priceDelta(record.price_monthly, 0),
    };
    return context.commit({ writes: [...writes, ...left], reply, workflow, rehearsal });
  });
}

/**
 * The write that removes a volume in error from its instance. An instance on a lost host cannot detach the volume, and
 * would list a deleted one forever.
 */
async function leaving(context: Context, { account_id, id, instance_id }: VolumeRecord): Promise<Write[]> {
  const instance = instance_id === null ? undefined : await getInstance(account_id, instance_id);
  if (!instance?.volume_ids.includes(id)) return [];
  await context.refuseDenied([{ kind: 'instance', id: instance.id }]);
  const volume_ids = instance.volume_ids.filter((other) => other !== id);
  return [changeInstance(instance, { ...instance, volume_ids, updated_at: rfc3339(context.now) })];
}

/** Begins to delete a volume that was just read, and cancels its operation. The caller checks the volume's status. */
function deleting(context: Pick<Context, 'now'>, record: VolumeRecord): Attachment {
  const { operation, writes, workflow } = beginDisk(context, record, 'delete_volume', { volume_id: record.id });
  const next: VolumeRecord = {
    ...record,
    status: 'deleting',
    status_reason: null,
    task: null,
    instance_id: null,
    device: null,
    operation,
    updated_at: rfc3339(context.now),
  };
  const before = record.operation ? [removeDeadline(record.operation.id), removeIntent(record.operation.id)] : [];
  return { next, writes: [changeVolume(record, next), ...writes, ...before], workflow };
}

/**
 * The writes for an instance's volumes at its termination (contract 3.1): they are detached, or deleted if the volume
 * or the termination requests it. At most eight volumes with four writes each.
 */
export async function releaseVolumes(
  record: InstanceRecord,
  now: Date,
): Promise<{ writes: Write[]; workflows: Intent[] }> {
  const volumes = await getVolumes(record.account_id, record.volume_ids);
  const attached = volumes.filter(({ instance_id }) => instance_id === record.id);
  const isDeleted = (volume: VolumeRecord) => volume.delete_on_termination || record.cascade?.volumes === true;
  const deletions = attached.filter(isDeleted).map((volume) => deleting({ now }, volume));
  const kept = attached
    .filter((volume) => !isDeleted(volume))
    .map((volume) => changeVolume(volume, detached(volume, now)));
  return {
    writes: [...kept, ...deletions.flatMap(({ writes }) => writes)],
    workflows: deletions.map(({ workflow }) => workflow),
  };
}

/**
 * A detached volume. Its growth, which does not need the instance, continues. A volume of a lost host stays in error
 * until the host has come back.
 */
function detached(volume: VolumeRecord, now: Date): VolumeRecord {
  return {
    ...volume,
    status: volume.lost ? 'error' : 'available',
    instance_id: null,
    device: null,
    operation: volume.operation?.kind === 'grow_volume' ? volume.operation : null,
    updated_at: rfc3339(now),
  };
}
