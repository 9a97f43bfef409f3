import * as z from 'zod';
import { removeLoadBalancerBackend } from '#lib/domain/compute/load-balancers/remove-backend.ts';
import { route } from '#lib/edge/route.ts';
import { drainingBackend } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Removes a backend; its open connections have 30 seconds to end. 404 if the instance is not a backend, 409 in_use if
 * an auto scaling group manages it.
 */
export const handler = route(
  {
    name: 'removeLoadBalancerBackend',
    action: 'compute:RemoveLoadBalancerBackend',
    resource: ({ id }) => `load-balancer/${id}`,
    names: { 'params.instance_id': 'instance' },
    params: z.strictObject({ id: id('loadBalancer'), instance_id: id('instance') }),
    versioned: true,
    dryRun: true,
    reply: drainingBackend,
  },
  (context, { params }) => removeLoadBalancerBackend(context, params),
);
