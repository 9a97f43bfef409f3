import { isGone } from '#lib/domain/compute/instances/find.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { BackupSchedule } from '#lib/model/compute/backup-schedule.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { readBackup } from '#lib/store/compute/backups.ts';
import { toSchedule } from './view.ts';

/** The backup schedule of the caller's instance, switched off where it was never set; 404 with the instance. */
export async function showBackupSchedule(context: Context, { id }: { id: string }): Promise<BackupSchedule> {
  const { instance, backup } = await readBackup(context.principal.account_id, id);
  if (!instance || isGone(instance, context.now)) throw notFound('instance', id);
  return context.show(toSchedule(id, backup), backup?.version ?? 0);
}
