import * as z from 'zod';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { restoreSnapshot } from '#lib/domain/compute/snapshots/restore.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Restores an instance's disk from one of its snapshots; 200 while it is restoring. 402 if it starts a stopped
 * instance, 404 also for a snapshot of another instance, 409 unless the snapshot is available and the instance running,
 * stopped or in error.
 */
export const handler = route(
  {
    name: 'restoreSnapshot',
    action: 'compute:RestoreSnapshot',
    resource: ({ id }) => `instance/${id}`,
    names: { 'params.snap_id': 'snapshot' },
    params: z.strictObject({ id: id('instance'), snap_id: id('snapshot') }),
    body: z.strictObject({
      start: z
        .boolean()
        .optional()
        .describe('Whether the instance runs afterwards; by default it runs if it ran before.')
        .meta({ example: true }),
    }),
    reply: instance,
    etag: 'always',
    versioned: true,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { params, body }) => restoreSnapshot(context, { id: params.snap_id, instance_id: params.id, ...body }),
);
