import * as z from 'zod';
import { deleteSnapshot } from '#lib/domain/compute/snapshots/delete.ts';
import { deletedSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { deletionReply, id } from '#lib/model/platform/common.ts';

/** Deletes a snapshot, even if its instance no longer exists. 409 while it is being created or restored. */
export const handler = route(
  {
    name: 'deleteSnapshot',
    action: 'compute:DeleteSnapshot',
    resource: ({ id }) => `snapshot/${id}`,
    params: z.strictObject({ id: id('snapshot') }),
    versioned: true,
    dryRun: true,
    reply: deletionReply('snapshot', snapshot),
    etag: 'sometimes',
    settled: deletedSnapshot,
  },
  (context, { params }) => deleteSnapshot(context, params),
);
