import { listVolumes, prefetchVolumes } from '#lib/domain/compute/volumes/list.ts';
import { route } from '#lib/edge/route.ts';
import { volume, volumeStatuses } from '#lib/model/compute/volume.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's volumes. */
export const handler = route(
  {
    name: 'listVolumes',
    action: 'compute:ListVolumes',
    resource: () => 'volume/*',
    names: { 'query.id': 'volume', 'query.instance_id': 'instance' },
    query: taggedListQuery('name', 'status', 'instance_id').superRefine(knownValues('status', volumeStatuses)),
    prefetchPage: prefetchVolumes,
    reply: listOf('volumes', volume),
  },
  (context, { query }) => listVolumes(context, query),
);
