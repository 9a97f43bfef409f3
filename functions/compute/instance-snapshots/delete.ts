import * as z from 'zod';
import { deleteInstanceSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { deletedSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { deletionReply, id } from '#lib/model/platform/common.ts';

/**
 * Deletes a snapshot of an instance. 404 also for a snapshot of another instance, 409 while it is being created or
 * restored.
 */
export const handler = route(
  {
    name: 'deleteInstanceSnapshot',
    action: 'compute:DeleteSnapshot',
    resource: ({ id }) => `instance/${id}`,
    names: { 'params.snap_id': 'snapshot' },
    params: z.strictObject({ id: id('instance'), snap_id: id('snapshot') }),
    versioned: true,
    dryRun: true,
    reply: deletionReply('snapshot', snapshot),
    settled: deletedSnapshot,
  },
  (context, { params }) => deleteInstanceSnapshot(context, params),
);
