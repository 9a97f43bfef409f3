import * as z from 'zod';
import { showBackupSchedule } from '#lib/domain/compute/backups/resource.ts';
import { route } from '#lib/edge/route.ts';
import { backupSchedule } from '#lib/model/compute/backup-schedule.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Shows an instance's backup schedule; one that was never set is disabled. 404 if the account does not have the
 * instance.
 */
export const handler = route(
  {
    name: 'getBackupSchedule',
    action: 'compute:GetBackupSchedule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    reply: backupSchedule,
    etag: 'always',
  },
  (context, { params }) => showBackupSchedule(context, params),
);
