import * as z from 'zod';
import { removeLoadBalancerBackend } from '#lib/domain/compute/load-balancers/remove-backend.ts';
import { route } from '#lib/edge/route.ts';
import { drainingBackend } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';

/** Takes a backend out, with 30 seconds to end what it has begun; 404 for what is none, 409 in_use where a group manages it. */
export const handler = route(
  {
    name: 'removeLoadBalancerBackend',
    action: 'compute:RemoveLoadBalancerBackend',
    resource: ({ id }) => `load-balancer/${id}`,
    names: { 'params.instance_id': 'instance' },
    params: z.strictObject({ id: id('loadBalancer'), instance_id: id('instance') }),
    reply: drainingBackend,
  },
  (context, { params }) => removeLoadBalancerBackend(context, params),
);
