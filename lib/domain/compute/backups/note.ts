import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type BackupRecord, getBackup, putBackup } from '#lib/store/compute/backups.ts';
import { addEvent, getInstance } from '#lib/store/compute/instances.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** The event of a backup that was not made: skipped where the instance was busy, failed otherwise. */
export async function noteBackup(
  { account_id, instance_id }: Pick<BackupRecord, 'account_id' | 'instance_id'>,
  type: 'backup_failed' | 'backup_skipped',
  why: string,
  now: Date,
): Promise<Write> {
  const record = await getInstance(account_id, instance_id);
  return addEvent(
    account_id,
    instance_id,
    {
      at: rfc3339(now),
      type,
      from: record?.status ?? null,
      to: record?.status ?? null,
      actor: 'system',
      request_id: null,
      message: why,
    },
    now,
  );
}

/**
 * Notes how a schedule's last run ended, where this snapshot belongs to its last run. A failure is also an event of the
 * instance.
 */
export function noteRunEnded({ account_id, instance_id, id }: SnapshotRecord, error: string | null): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getBackup(account_id, instance_id);
    if (record?.last_run?.snapshot_id !== id || record.last_run.status !== 'running') return;
    const last_run = { ...record.last_run, status: error === null ? 'succeeded' : 'failed', error } as const;
    const failure = error === null ? [] : [await noteBackup(record, 'backup_failed', error, civilNow())];
    await transact([putBackup(record, { ...record, last_run }), ...failure]);
  });
}
