import { beginDisk } from '#lib/domain/compute/disks/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { priceDelta } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { changeSnapshot, type SnapshotRecord, snapshotsOf } from '#lib/store/compute/snapshots.ts';
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
    const rehearsal = { would: `delete snapshot ${record.id}`, ...priceDelta(record.price_monthly, 0) };
    return context.commit({ writes: [changeSnapshot(record, next), ...writes], reply, workflow, rehearsal });
  });
}

/** Deletes a snapshot by its instance's path. 404 also where it belongs to another instance. */
export const deleteInstanceSnapshot = (context: Context, input: OfInstance): Promise<Deleting> =>
  deleteSnapshot(context, whichOf(input));

/**
 * Deletes the snapshots of an instance if its termination requests it. Otherwise snapshots outlive their instance
 * (contract 3.1).
 */
export async function releaseSnapshots({ account_id, instance_id, operation }: WorkflowInput): Promise<void> {
  const record = await getInstance(account_id, instance_id);
  if (record?.operation?.id !== operation || !record.cascade?.snapshots) return;
  const context = systemContext(account_id, civilNow());
  for await (const snapshot of snapshotsOf(account_id, instance_id)) {
    await deleteSnapshot(context, { id: snapshot.id }).catch((error) => {
      // It is in use or has been deleted meanwhile.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
