import { createAutoScalingGroup } from '#lib/domain/compute/asgs/create.ts';
import { settledAsg } from '#lib/domain/compute/asgs/resource.ts';
import { launchFacts } from '#lib/domain/compute/instances/policy.ts';
import { vpcUsed } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { asg, newAsg } from '#lib/model/compute/asg.ts';
import { templateNames, usedAs } from '#lib/model/identity/policy/references.ts';

/**
 * Creates an auto scaling group and then launches its members. 400 for sizes that contradict one another, 404 for a
 * resource that does not exist, 409 if its name is taken, 403 over quota, 402 on an empty wallet.
 */
export const handler = route(
  {
    name: 'createAutoScalingGroup',
    action: 'compute:CreateAutoScalingGroup',
    resource: () => 'asg/*',
    facts: launchFacts,
    names: { ...templateNames, 'body.load_balancer_id': usedAs('load-balancer', 'compute:AddLoadBalancerBackend') },
    uses: vpcUsed,
    body: newAsg,
    reply: asg,
    etag: 'always',
    settled: settledAsg,
    status: 201,
    spends: true,
    dryRun: true,
  },
  (context, { body }) => createAutoScalingGroup(context, body),
);
