import { beginDisk } from '#lib/domain/compute/disks/begin.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { changeSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { findSnapshot, type OfInstance, requireStatus, type Which, whichOf } from './resource.ts';

interface Deleting {
  id: string;
  status: 'deleting';
}

/** Deletes a snapshot. One that is being deleted is answered unchanged. 409 while it is being created or restored. */
export function deleteSnapshot(context: Context, which: Which): Promise<Deleting> {
  return retryOnConflict(async () => {
    const record = await findSnapshot(context, which);
    context.match(record.version);
    const reply: Deleting = { id: record.id, status: 'deleting' };
    if (record.status === 'deleting') return context.commit({ writes: [], reply });
    requireStatus(record, 'delete', 'available', 'error');
    const { operation, writes, workflow } = beginDisk(context, record, 'delete_snapshot', { snapshot_id: record.id });
    const next: SnapshotRecord = {
      ...record,
      status: 'deleting',
      status_reason: null,
      operation,
      updated_at: rfc3339(context.now),
    };
    return context.commit({ writes: [changeSnapshot(record, next), ...writes], reply, workflow });
  });
}

/** Deletes a snapshot by its instance's path. 404 also where it belongs to another instance. */
export const deleteInstanceSnapshot = (context: Context, input: OfInstance): Promise<Deleting> =>
  deleteSnapshot(context, whichOf(input));
