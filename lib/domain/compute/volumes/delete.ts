import { beginDisk } from '#lib/domain/compute/disks/begin.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { changeVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import type { Attachment } from './attachment.ts';
import { findVolume, requireStatus } from './resource.ts';

interface Deleting {
  id: string;
  status: 'deleting';
}

/** Deletes a volume with its files. One that is being deleted is answered unchanged. 409 while it is attached. */
export function deleteVolume(context: Context, { id }: { id: string }): Promise<Deleting> {
  return retryOnConflict(async () => {
    const record = await findVolume(context, id);
    context.match(record.version);
    const reply: Deleting = { id, status: 'deleting' };
    if (record.status === 'deleting') return context.commit({ writes: [], reply });
    requireStatus(record, 'delete', 'available', 'error');
    const { writes, workflow } = deleting(context, record);
    return context.commit({ writes, reply, workflow });
  });
}

/** Begins to delete a volume that was just read, and cancels its operation. The caller checks the volume's status. */
export function deleting(context: Pick<Context, 'now'>, record: VolumeRecord): Attachment {
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
