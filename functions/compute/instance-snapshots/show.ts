import * as z from 'zod';
import { instanceFacts } from '#lib/domain/compute/instances/facts.ts';
import { showInstanceSnapshot } from '#lib/domain/compute/snapshots/show.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot } from '#lib/model/compute/snapshot.ts';
import { id } from '#lib/model/platform/common.ts';

/** An instance's snapshot as it stands; 404 also for one of another instance. */
export const handler = route(
  {
    name: 'getInstanceSnapshot',
    action: 'compute:GetSnapshot',
    resource: ({ id }) => `instance/${id}`,
    facts: instanceFacts,
    params: z.strictObject({ id: id('instance'), snap_id: id('snapshot') }),
    reply: snapshot,
  },
  (context, { params }) => showInstanceSnapshot(context, params),
);
