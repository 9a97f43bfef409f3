import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';
import { cronProblem } from '#lib/model/platform/cron.ts';

/** A run of a backup; `running` until its snapshot is available. */
export const backupRun = z.strictObject({
  at: timestamp.describe('When it began, in UTC.'),
  status: z
    .enum(['running', 'succeeded', 'failed'])
    .describe('`running` until its snapshot is available.')
    .meta({ example: 'succeeded' }),
  snapshot_id: z
    .string()
    .nullable()
    .describe('The snapshot that it took; null where it took none.')
    .meta({ example: 'snap-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  error: z.string().nullable().describe('Why it failed; null where it did not.').meta({ example: null }),
});

/**
 * An instance's backup schedule as replies show it (contract 2). Every instance has one. It is switched off until it is
 * set.
 */
export const backupSchedule = z.strictObject({
  instance_id: z.string().describe('The instance that is backed up.').meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  enabled: z.boolean().describe('Whether the instance is backed up.').meta({ example: true }),
  cron: z
    .string()
    .nullable()
    .describe('When it is backed up, as a cron text of five fields; null until it is set.')
    .meta({ example: '0 2 * * *' }),
  timezone: z
    .string()
    .describe('The time zone of the cron expression, by its name in the IANA database.')
    .meta({ example: 'Asia/Kolkata' }),
  retention_count: z.int().describe('How many backups are kept; older ones are deleted.').meta({ example: 7 }),
  next_run_at: timestamp
    .nullable()
    .describe('When the next backup begins, in UTC; null where none is due.')
    .meta({ example: '2026-11-21T20:30:00Z' }),
  last_run: backupRun.nullable().describe('The last backup; null where there was none.'),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** A cron text of five fields that runs at most hourly (contract 4.4). */
export const cron = z
  .string()
  .max(200)
  .superRefine((text, context) => {
    const problem = cronProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem, params: { named: true } });
  })
  .describe(
    'When to back up: a cron expression of five fields (minute, hour, day, month, weekday) that runs at most hourly.',
  )
  .meta({ example: '0 2 * * *' });

/** A name of the IANA time zone database. */
export const timezone = z
  .string()
  .max(64)
  .refine(isZone, 'is not a time zone of the IANA database (for example Asia/Kolkata)')
  .describe('The time zone of the cron expression, by its name in the IANA database.')
  .meta({ example: 'Asia/Kolkata' });

function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export const retentionCount = z
  .int()
  .min(1)
  .max(30)
  .describe('How many backups to keep; older ones are deleted.')
  .meta({ example: 7 });

/** The settings of a schedule that was never set, and the defaults of fields that a PUT leaves out. */
export const scheduleDefaults = { timezone: 'Asia/Kolkata', retention_count: 7, enabled: true } as const;
