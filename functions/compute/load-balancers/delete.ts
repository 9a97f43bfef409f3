import * as z from 'zod';
import { deleteLoadBalancer } from '#lib/domain/compute/load-balancers/delete.ts';
import { deletedLoadBalancer } from '#lib/domain/compute/load-balancers/resource.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer } from '#lib/model/compute/load-balancer.ts';
import { deletedReply, id } from '#lib/model/platform/common.ts';

/**
 * Deletes a load balancer. If it is already being deleted, the reply shows it unchanged. 409 in_use while an auto
 * scaling group uses it.
 */
export const handler = route(
  {
    name: 'deleteLoadBalancer',
    action: 'compute:DeleteLoadBalancer',
    resource: ({ id }) => `load-balancer/${id}`,
    params: z.strictObject({ id: id('loadBalancer') }),
    versioned: true,
    dryRun: true,
    reply: z.union([loadBalancer, deletedReply('loadBalancer')]),
    etag: 'always',
    settled: deletedLoadBalancer,
  },
  (context, { params }) => deleteLoadBalancer(context, params),
);
