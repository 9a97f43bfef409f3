import * as z from 'zod';
import { showSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a snapshot, even if its instance no longer exists. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getSnapshot',
    action: 'compute:GetSnapshot',
    resource: ({ id }) => `snapshot/${id}`,
    params: z.strictObject({ id: id('snapshot') }),
    reply: snapshot,
    etag: 'always',
  },
  (context, { params }) => showSnapshot(context, params),
);
