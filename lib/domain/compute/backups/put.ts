import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { BackupSchedule } from '#lib/model/compute/backup-schedule.ts';
import { nextRun } from '#lib/standards/cron/next-run.ts';
import { type BackupRecord, putBackup } from '#lib/store/compute/backups.ts';
import { backupsToPrune } from './prune.ts';
import { editableBackup, toSchedule } from './resource.ts';

interface PutInput {
  id: string;
  cron: string;
  timezone: string;
  retention_count: number;
  enabled: boolean;
}

/** Sets an instance's backup schedule and replies with its next run. 409 where the instance is terminating. */
export function putBackupSchedule(context: Context, { id, ...desired }: PutInput): Promise<BackupSchedule> {
  return retryOnConflict(async () => {
    const { known, notTerminating } = await editableBackup(context, id);
    await context.refuseDenied(() => backupsToPrune(desired, context.principal.account_id, id));
    const next = await dueAfter(desired, context.now);
    const record: BackupRecord = {
      ...desired,
      account_id: context.principal.account_id,
      instance_id: id,
      next_run_at: next,
      due_at: next,
      last_run: known?.last_run ?? null,
      version: (known?.version ?? 0) + 1,
    };
    return context.commit({
      writes: [notTerminating, putBackup(known, record)],
      reply: toSchedule(id, record),
      version: record.version,
    });
  });
}

/** When a schedule is next due after this moment; null where it is switched off. */
export async function dueAfter(
  { enabled, cron, timezone }: Pick<BackupRecord, 'enabled' | 'cron' | 'timezone'>,
  now: Date,
): Promise<string | null> {
  const next = enabled ? await nextRun(cron, timezone, now) : null;
  return next && rfc3339(next);
}
