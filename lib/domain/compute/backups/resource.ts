import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type BackupSchedule, scheduleDefaults } from '#lib/model/compute/backup-schedule.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type BackupRecord, readBackup } from '#lib/store/compute/backups.ts';
import { type InstanceRecord, requireNotTerminating } from '#lib/store/compute/instances.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** An instance's present schedule, and the write that refuses where the instance is terminating. */
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
