import { listSnapshots, prefetchSnapshots } from '#lib/domain/compute/snapshots/list.ts';
import { route } from '#lib/edge/route.ts';
import { snapshot, snapshotStatuses } from '#lib/model/compute/snapshot.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's snapshots, including those of terminated instances. */
export const handler = route(
  {
    name: 'listSnapshots',
    action: 'compute:ListSnapshots',
    resource: () => 'snapshot/*',
    names: { 'query.id': 'snapshot', 'query.instance_id': 'instance' },
    query: taggedListQuery('instance_id', 'status', 'name', 'trigger')
      .superRefine(knownValues('status', snapshotStatuses))
      .superRefine(knownValues('trigger', snapshot.shape.trigger.options)),
    prefetchPage: prefetchSnapshots,
    reply: listOf('snapshots', snapshot),
  },
  (context, { query }) => listSnapshots(context, query),
);
