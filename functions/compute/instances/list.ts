import { listInstances, prefetchInstances } from '#lib/domain/compute/instances/list.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { statuses } from '#lib/model/compute/instance-states.ts';
import { imageReference } from '#lib/model/identity/policy/references.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's instances, without terminated ones unless `status` asks for them. */
export const handler = route(
  {
    name: 'listInstances',
    action: 'compute:ListInstances',
    resource: () => 'instance/*',
    names: { 'query.id': 'instance', 'query.image_id': imageReference, 'query.vpc_id': 'vpc', 'query.asg_id': 'asg' },
    query: taggedListQuery('status', 'name', 'instance_type_id', 'image_id', 'vpc_id', 'asg_id').superRefine(
      knownValues('status', statuses),
    ),
    prefetchPage: prefetchInstances,
    reply: listOf('instances', instance),
  },
  (context, { query }) => listInstances(context, query),
);
