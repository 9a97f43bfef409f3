import * as z from 'zod';
import { showLoadBalancer } from '#lib/domain/compute/load-balancers/resource.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a load balancer with the health of its backends. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getLoadBalancer',
    action: 'compute:GetLoadBalancer',
    resource: ({ id }) => `load-balancer/${id}`,
    params: z.strictObject({ id: id('loadBalancer') }),
    reply: loadBalancer,
    etag: 'always',
  },
  (context, { params }) => showLoadBalancer(context, params),
);
