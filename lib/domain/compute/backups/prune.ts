import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { type BackupRecord, getBackup } from '#lib/store/compute/backups.ts';
import { allSnapshots, type SnapshotRecord, snapshotsOf } from '#lib/store/compute/snapshots.ts';

/**
 * Deletes an instance's oldest available backups beyond the schedule's retention count. Manual snapshots are neither
 * counted nor deleted.
 */
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

/** A snapshot that is in use or already deleted is left for the next run. */
async function deleteUnlessUsed({ account_id, id }: SnapshotRecord): Promise<void> {
  await deleteSnapshot(systemContext(account_id, civilNow()), { id }).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/**
 * The backups that the next run of a schedule with this retention deletes, as references for policy checks of their
 * deletion.
 */
export async function backupsToPrune(
  { retention_count }: Pick<BackupRecord, 'retention_count'>,
  account: string,
  instance: string,
): Promise<Reference[]> {
  const backups = (await allSnapshots(account)).filter(
    ({ instance_id, trigger, status }) => instance_id === instance && trigger === 'schedule' && status === 'available',
  );
  return backups
    .toReversed()
    .slice(retention_count)
    .map(({ id }) => usedAs('snapshot', 'compute:DeleteSnapshot')(id));
}
