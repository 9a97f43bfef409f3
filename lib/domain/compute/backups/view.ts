import { type BackupSchedule, scheduleDefaults } from '#lib/model/compute/backup-schedule.ts';
import type { BackupRecord } from '#lib/store/compute/backups.ts';

/** A schedule as replies show it; switched off where it was never set. */
export function toSchedule(instance_id: string, record: BackupRecord | undefined): BackupSchedule {
  if (!record)
    return { instance_id, ...scheduleDefaults, enabled: false, cron: null, next_run_at: null, last_run: null };
  const { enabled, cron, timezone, retention_count, next_run_at, last_run } = record;
  return { instance_id, enabled, cron, timezone, retention_count, next_run_at, last_run };
}
