import * as z from 'zod';
import { deleteBackupSchedule } from '#lib/domain/compute/backups/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Deletes an instance's backup schedule; its backups stay. 409 if the instance is terminating. */
export const handler = route(
  {
    name: 'deleteBackupSchedule',
    action: 'compute:DeleteBackupSchedule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ instance_id: id('instance'), deleted }),
  },
  (context, { params }) => deleteBackupSchedule(context, params),
);
