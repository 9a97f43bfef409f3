import * as z from 'zod';
import { putBackupSchedule } from '#lib/domain/compute/backups/put.ts';
import { route } from '#lib/edge/route.ts';
import {
  backupSchedule,
  cron,
  retentionCount,
  scheduleDefaults,
  timezone,
} from '#lib/model/compute/backup-schedule.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Sets when an instance is backed up, and how many backups are kept. 400 for an invalid cron expression and for one
 * that runs more than hourly, 409 if the instance is terminating.
 */
export const handler = route(
  {
    name: 'putBackupSchedule',
    action: 'compute:PutBackupSchedule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({
      cron,
      timezone: timezone.default(scheduleDefaults.timezone),
      retention_count: retentionCount.default(scheduleDefaults.retention_count),
      enabled: z
        .boolean()
        .default(scheduleDefaults.enabled)
        .describe('Whether the instance is backed up.')
        .meta({ example: true }),
    }),
    versioned: true,
    dryRun: true,
    reply: backupSchedule,
    etag: 'always',
  },
  (context, { params, body }) => putBackupSchedule(context, { ...params, ...body }),
);
