import * as z from 'zod';
import { showSnapshot } from '#lib/domain/compute/snapshots/resource.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { id } from '#lib/model/platform/common.ts';

/** A snapshot as it stands, whether or not its instance does; 404 where the account has none of this id. */
export const handler = route(
  {
    name: 'getSnapshot',
    action: 'compute:GetSnapshot',
    resource: ({ id }) => `snapshot/${id}`,
    params: z.strictObject({ id: id('snapshot') }),
    reply: snapshot,
  },
  (context, { params }) => showSnapshot(context, params),
);
