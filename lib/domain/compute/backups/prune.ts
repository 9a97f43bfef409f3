import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { type BackupRecord, getBackup } from '#lib/store/compute/backups.ts';
import { allSnapshots, type SnapshotRecord, snapshotsOf } from '#lib/store/compute/snapshots.ts';

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

/** The backups of an instance that a schedule with this retention deletes at its next run, as their deletion. */
export async function prunedBy(
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
