import { createLoadBalancer } from '#lib/domain/compute/load-balancers/create.ts';
import { settledLoadBalancer } from '#lib/domain/compute/load-balancers/settled.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer, newLoadBalancer } from '#lib/model/compute/load-balancer.ts';

/**
 * Creates a load balancer with a public address of its own; 201 while it is provisioning. 400, 402, 403, 404 and 409 as
 * contract 4.5 has them.
 */
export const handler = route(
  {
    name: 'createLoadBalancer',
    action: 'compute:CreateLoadBalancer',
    resource: () => 'load-balancer/*',
    body: newLoadBalancer,
    reply: loadBalancer,
    settled: settledLoadBalancer,
    status: 201,
    dryRun: true,
  },
  (context, { body }) => createLoadBalancer(context, body),
);
