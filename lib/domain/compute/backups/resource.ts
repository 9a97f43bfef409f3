import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type BackupSchedule, scheduleDefaults } from '#lib/model/compute/backup-schedule.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { type BackupRecord, getBackup, putBackup, readBackup } from '#lib/store/compute/backups.ts';
import { addEvent, getInstance, type InstanceRecord, requireNotTerminating } from '#lib/store/compute/instances.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** An instance's current schedule, and the write that refuses where the instance is terminating. */
export interface Editable {
  known: BackupRecord | undefined;
  notTerminating: Write;
}

/**
 * The schedule of the caller's instance, to be changed. 404 where the instance does not exist, 409 where it is
 * terminating.
 */
export async function editableBackup(context: Context, id: string): Promise<Editable> {
  const { account_id } = context.principal;
  const { instance, backup } = await readBackup(account_id, id);
  if (!instance || isGone(instance, context.now)) throw notFound('instance', id);
  const terminatingError = ({ status }: InstanceRecord) =>
    new ApiError('wrong_state', `instance ${id} is ${status}; its backup schedule can no longer be changed`);
  if (instance.status === 'terminating' || instance.status === 'terminated') throw terminatingError(instance);
  context.match(backup?.version ?? 0);
  return { known: backup, notTerminating: requireNotTerminating(account_id, id, terminatingError) };
}

/** A schedule as replies show it; one that was never set is switched off. */
export function toSchedule(instance_id: string, record: BackupRecord | undefined): BackupSchedule {
  if (!record)
    return { instance_id, ...scheduleDefaults, enabled: false, cron: null, next_run_at: null, last_run: null };
  const { enabled, cron, timezone, retention_count, next_run_at, last_run } = record;
  return { instance_id, enabled, cron, timezone, retention_count, next_run_at, last_run };
}

/**
 * The backup schedule of the caller's instance; one that was never set is switched off. 404 where the instance does not
 * exist.
 */
export async function showBackupSchedule(context: Context, { id }: { id: string }): Promise<BackupSchedule> {
  const { instance, backup } = await readBackup(context.principal.account_id, id);
  if (!instance || isGone(instance, context.now)) throw notFound('instance', id);
  return context.show(toSchedule(id, backup), backup?.version ?? 0);
}

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

/** The event of a backup that has ended or was not made. */
export const backupEvent = (
  { account_id, instance_id }: Pick<BackupRecord, 'account_id' | 'instance_id'>,
  outcome: 'succeeded' | 'failed' | 'skipped',
  data: { snapshot_id: string | null; error: string | null },
): Announcement => ({
  account_id,
  type: `backup.${outcome}`,
  resource: srn('compute', account_id, `instance/${instance_id}`),
  message: `backup of instance ${instance_id}: ${outcome}${data.error === null ? '' : ` (${data.error})`}`,
  data: { instance_id, ...data },
});

/**
 * Records the end of a schedule's last run, if this snapshot belongs to it. A failure is also an event of the instance.
 */
export function noteRunEnded({ account_id, instance_id, id }: SnapshotRecord, error: string | null): Promise<void> {
  return retryOnConflict(async () => {
    const record = await getBackup(account_id, instance_id);
    if (record?.last_run?.snapshot_id !== id || record.last_run.status !== 'running') return;
    const last_run = { ...record.last_run, status: error === null ? 'succeeded' : 'failed', error } as const;
    const failure = error === null ? [] : [await noteBackup(record, 'backup_failed', error, civilNow())];
    const event = backupEvent(record, error === null ? 'succeeded' : 'failed', { snapshot_id: id, error });
    await transact([putBackup(record, { ...record, last_run }), ...failure], { announcements: [event] });
  });
}
