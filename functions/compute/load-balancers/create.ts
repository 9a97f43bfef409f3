import { createLoadBalancer } from '#lib/domain/compute/load-balancers/create.ts';
import { settledLoadBalancer } from '#lib/domain/compute/load-balancers/resource.ts';
import { vpcUsed } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer, newLoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';

/**
 * Creates a load balancer with a public address; 201 while it is provisioning. 400 for fields that contradict one
 * another, 402 on an empty wallet, 403 over quota, 404 for a resource that the account does not have, 409 if its name
 * is taken, two listeners share a port, or no host can serve it.
 */
export const handler = route(
  {
    name: 'createLoadBalancer',
    action: 'compute:CreateLoadBalancer',
    resource: () => 'load-balancer/*',
    names: {
      'body.backends.instance_id': usedAs('instance', 'compute:AddLoadBalancerBackend'),
      'body.listeners.certificate_ids': 'certificate',
    },
    uses: vpcUsed,
    facts: (_, { body }) => tagFacts(body.tags),
    body: newLoadBalancer,
    reply: loadBalancer,
    etag: 'always',
    settled: settledLoadBalancer,
    status: 201,
    spends: true,
    dryRun: true,
  },
  (context, { body }) => createLoadBalancer(context, body),
);
