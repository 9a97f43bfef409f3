import * as z from 'zod';
import { settledLoadBalancer } from '#lib/domain/compute/load-balancers/resource.ts';
import { updateLoadBalancer } from '#lib/domain/compute/load-balancers/update.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer, loadBalancerChange } from '#lib/model/compute/load-balancer.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Changes a load balancer without interruption; it is updating until its host has applied the change. 409
 * already_exists for a taken name or two listeners on one port, 409 wrong_state while it is being deleted, 404 for a
 * certificate that the account does not have.
 */
export const handler = route(
  {
    name: 'updateLoadBalancer',
    action: 'compute:UpdateLoadBalancer',
    resource: ({ id }) => `load-balancer/${id}`,
    names: { 'body.listeners.certificate_ids': 'certificate' },
    params: z.strictObject({ id: id('loadBalancer') }),
    body: loadBalancerChange,
    versioned: true,
    dryRun: true,
    reply: loadBalancer,
    etag: 'always',
    settled: settledLoadBalancer,
  },
  (context, { params, body }) => updateLoadBalancer(context, { ...params, ...body }),
);
