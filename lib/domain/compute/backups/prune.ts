import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getBackup } from '#lib/store/compute/backups.ts';
import { type SnapshotRecord, snapshotsOf } from '#lib/store/compute/snapshots.ts';

/** Deletes an instance's oldest available backups beyond what its schedule keeps; those made by hand are not counted. */
export async function pruneBackups({ account_id, instance_id }: SnapshotRecord): Promise<void> {
  const schedule = await getBackup(account_id, instance_id);
  if (!schedule) return;
  let kept = 0;
  for await (const snapshot of snapshotsOf(account_id, instance_id)) {
    if (snapshot.trigger !== 'schedule' || snapshot.status !== 'available') continue;
    kept++;
    if (kept > schedule.retention_count) await deleteUnlessUsed(snapshot);
  }
}

/** One that has been put to use, or deleted, meanwhile is left to the next run. */
async function deleteUnlessUsed({ account_id, id }: SnapshotRecord): Promise<void> {
  await deleteSnapshot(systemContext(account_id, civilNow()), { id }).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });
}
