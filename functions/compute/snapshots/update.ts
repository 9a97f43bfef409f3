import * as z from 'zod';
import { settledSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { updateSnapshot } from '#lib/domain/compute/snapshots/update.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot, snapshotName } from '#lib/model/compute/snapshot.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/** Changes the name or tags of a snapshot, even if its instance no longer exists. 409 while it is being deleted. */
export const handler = route(
  {
    name: 'updateSnapshot',
    action: 'compute:UpdateSnapshot',
    resource: ({ id }) => `snapshot/${id}`,
    params: z.strictObject({ id: id('snapshot') }),
    body: z.strictObject({ name: snapshotName.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: snapshot,
    etag: 'always',
    settled: settledSnapshot,
  },
  (context, { params, body }) => updateSnapshot(context, { ...params, ...body }),
);
