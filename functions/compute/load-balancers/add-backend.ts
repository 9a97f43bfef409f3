import * as z from 'zod';
import { addLoadBalancerBackend } from '#lib/domain/compute/load-balancers/add-backend.ts';
import { route } from '#lib/edge/route.ts';
import { backend, newBackend } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Adds an instance to a load balancer. 404 if either does not exist, 409 if the instance is already a backend, in
 * another VPC or terminating, 403 beyond 20 backends.
 */
export const handler = route(
  {
    name: 'addLoadBalancerBackend',
    action: 'compute:AddLoadBalancerBackend',
    resource: ({ id }) => `load-balancer/${id}`,
    created: ({ id }, { instance_id }) => `load-balancer/${id}/backend/${instance_id}`,
    names: { 'body.instance_id': 'instance' },
    params: z.strictObject({ id: id('loadBalancer') }),
    body: newBackend,
    versioned: true,
    dryRun: true,
    reply: backend,
    status: 201,
    spends: true,
  },
  (context, { params, body }) => addLoadBalancerBackend(context, { ...params, ...body }),
);
