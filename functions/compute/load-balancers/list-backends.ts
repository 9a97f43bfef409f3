import * as z from 'zod';
import { listLoadBalancerBackends } from '#lib/domain/compute/load-balancers/list-backends.ts';
import { route } from '#lib/edge/route.ts';
import { backend } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';
import { knownValues, listOf, shortListQuery } from '#lib/model/platform/lists.ts';

/**
 * Lists the backends of a load balancer with their health, including draining ones. 404 if the account does not have
 * the load balancer.
 */
export const handler = route(
  {
    name: 'listLoadBalancerBackends',
    action: 'compute:GetLoadBalancer',
    resource: ({ id }) => `load-balancer/${id}`,
    params: z.strictObject({ id: id('loadBalancer') }),
    query: shortListQuery('instance_id', 'health').superRefine(knownValues('health', backend.shape.health.options)),
    names: { 'query.instance_id': 'instance' },
    reply: listOf('backends', backend),
  },
  (context, { params, query }) => listLoadBalancerBackends(context, { ...params, query }),
);
