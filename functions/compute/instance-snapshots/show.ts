import * as z from 'zod';
import { instanceFacts } from '#lib/domain/instances/facts.ts';
import { showInstanceSnapshot } from '#lib/domain/snapshots/show.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/common.ts';
import { snapshot } from '#lib/model/snapshot.ts';

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
