import * as z from 'zod';
import { showInstanceSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a snapshot of an instance. 404 also for a snapshot of another instance. */
export const handler = route(
  {
    name: 'getInstanceSnapshot',
    action: 'compute:GetSnapshot',
    resource: ({ id }) => `instance/${id}`,
    names: { 'params.snap_id': 'snapshot' },
    params: z.strictObject({ id: id('instance'), snap_id: id('snapshot') }),
    reply: snapshot,
    etag: 'always',
  },
  (context, { params }) => showInstanceSnapshot(context, params),
);
