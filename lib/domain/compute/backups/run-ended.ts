import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { getBackup, putBackup } from '#lib/store/compute/backups.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { transact } from '#lib/store/platform/write.ts';
import { noteBackup } from './note.ts';

/** Notes how a schedule's last run ended, where this snapshot is still its last; a failure is an event of the instance too. */
export function noteRunEnded({ account_id, instance_id, id }: SnapshotRecord, error: string | null): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getBackup(account_id, instance_id);
    if (record?.last_run?.snapshot_id !== id || record.last_run.status !== 'running') return;
    const last_run = { ...record.last_run, status: error === null ? 'succeeded' : 'failed', error } as const;
    const failure = error === null ? [] : [await noteBackup(record, 'backup_failed', error, civilNow())];
    await transact([putBackup(record, { ...record, last_run }), ...failure]);
  });
}
