import * as z from 'zod';
import { backupRun } from '#lib/model/compute/backup-schedule.ts';
import { entity } from '#lib/store/entity.ts';

export const backupRecord = z.strictObject({
  account_id: z.string(),
  instance_id: z.string(),
  enabled: z.boolean(),
  cron: z.string(),
  timezone: z.string(),
  retention_count: z.number(),
  /** The next due time by the cron text; null where the schedule is switched off. */
  next_run_at: z.string().nullable(),
  /** The time of the next attempt: `next_run_at`, or later where backups are spread or the instance was busy then. */
  due_at: z.string().nullable(),
  last_run: backupRun.nullable(),
  version: z.number(),
});

export const entities = {
  backup: entity({
    about: 'backup schedule',
    pk: 'A#<account>#backup',
    sk: '<instance>',
    index: { name: 'backupIndex', pk: 'BACKUP', sk: '<due>#<instance>', isDivided: true },
    read: 'GET …/backup-schedule; backups schedule',
    version: 'version',
    record: backupRecord,
  }),
};
