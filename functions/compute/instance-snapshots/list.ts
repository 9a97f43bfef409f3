import * as z from 'zod';
import { listInstanceSnapshots } from '#lib/domain/compute/snapshots/list.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot, snapshotStatuses } from '#lib/model/compute/snapshot.ts';
import { id } from '#lib/model/platform/common.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists an instance's snapshots. 404 if the account does not have the instance. */
export const handler = route(
  {
    name: 'listInstanceSnapshots',
    action: 'compute:ListSnapshots',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    names: { 'query.id': 'snapshot' },
    query: taggedListQuery('status', 'name', 'trigger')
      .superRefine(knownValues('status', snapshotStatuses))
      .superRefine(knownValues('trigger', snapshot.shape.trigger.options)),
    reply: listOf('snapshots', snapshot),
  },
  (context, { params, query }) => listInstanceSnapshots(context, params.id, query),
);
