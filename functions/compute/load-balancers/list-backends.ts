import * as z from 'zod';
import { listLoadBalancerBackends } from '#lib/domain/compute/load-balancers/list-backends.ts';
import { route } from '#lib/edge/route.ts';
import { backend } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/** Every backend of a load balancer and how it does, those that drain included; 404 with the load balancer. */
export const handler = route(
  {
    name: 'listLoadBalancerBackends',
    action: 'compute:GetLoadBalancer',
    resource: ({ id }) => `load-balancer/${id}`,
    params: z.strictObject({ id: id('loadBalancer') }),
    reply: listOf('backends', backend),
  },
  (context, { params }) => listLoadBalancerBackends(context, params),
);
