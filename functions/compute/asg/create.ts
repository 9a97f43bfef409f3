import { createAutoScalingGroup } from '#lib/domain/compute/asgs/create.ts';
import { launchFacts } from '#lib/domain/compute/instances/facts.ts';
import { route } from '#lib/edge/route.ts';
import { asg, newAsg } from '#lib/model/compute/asg.ts';

/**
 * Creates an auto scaling group, whose members are launched right after; 400 for sizes that contradict one another, 404
 * for what it refers to, 409 where its name is taken, 403 over quota, 402 on an empty wallet.
 */
export const handler = route(
  {
    name: 'createAutoScalingGroup',
    action: 'compute:CreateAutoScalingGroup',
    resource: () => 'asg/*',
    facts: (_, { body }) => launchFacts(_, { body: { ...body, tags: {} } }),
    body: newAsg,
    reply: asg,
    status: 201,
    dryRun: true,
  },
  (context, { body }) => createAutoScalingGroup(context, body),
);
