import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';
import { cronProblem } from '#lib/model/platform/cron.ts';

/** A run of a backup; `running` until its snapshot is available. */
export const backupRun = z.strictObject({
  at: timestamp,
  status: z.enum(['running', 'succeeded', 'failed']),
  snapshot_id: z.string().nullable(),
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

/**
 * An instance's backup schedule as replies show it (contract 2). Every instance has one, switched off until it is set.
 */
export const backupSchedule = z.strictObject({
  instance_id: z.string(),
  enabled: z.boolean(),
  cron: z.string().nullable(),
  timezone: z.string(),
  retention_count: z.int(),
  next_run_at: timestamp.nullable(),
  last_run: backupRun.nullable(),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** A cron text of five fields that runs at most hourly (contract 4.4). */
export const cron = z
  .string()
  .max(200)
  .superRefine((text, context) => {
    const problem = cronProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem, params: { named: true } });
  });

/** A name of the IANA time zone database. */
export const timezone = z
  .string()
  .max(64)
  .refine(isZone, 'is not a time zone of the IANA database (for example Asia/Kolkata)');

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export const retentionCount = z.int().min(1).max(30);

/** The settings of a schedule that was never set, and of fields that a PUT leaves out. */
export const scheduleDefaults = { timezone: 'Asia/Kolkata', retention_count: 7, enabled: true } as const;
