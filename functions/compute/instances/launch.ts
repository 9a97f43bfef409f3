import * as z from 'zod';
import { launchInstance } from '#lib/domain/compute/instances/launch.ts';
import { launchFacts } from '#lib/domain/compute/instances/policy.ts';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { vpcUsed } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { ruleInputs } from '#lib/model/compute/firewall.ts';
import { instance, userData } from '#lib/model/compute/instance.ts';
import { templateNames, usedAs } from '#lib/model/identity/policy/references.ts';
import { hostname, tags } from '#lib/model/platform/common.ts';

/** The id of another resource. The verb refuses with 404 where that does not exist. */
const reference = z.string().min(1).max(64);

/**
 * Launches an instance; 201 while it is provisioning. 400 for what the catalog does not have, 402 on an empty wallet,
 * 403 over quota, 404 for what the account does not have, 409 where no host has room, or a resource that it names is in
 * use.
 */
export const handler = route(
  {
    name: 'launchInstance',
    action: 'compute:LaunchInstance',
    resource: () => 'instance/*',
    facts: launchFacts,
    names: { ...templateNames, 'body.elastic_ip_id': usedAs('elastic-ip', 'compute:AttachElasticIp') },
    uses: vpcUsed,
    body: z.strictObject({
      name: hostname,
      instance_type_id: reference,
      image_id: reference,
      ssh_key_id: reference.optional(),
      vpc_id: reference.optional(),
      elastic_ip_id: reference.optional(),
      user_data: userData.optional(),
      firewall_rules: ruleInputs.optional(),
      tags: tags.default({}),
      termination_protection: z.boolean().default(false),
      ttl_hours: z.int().min(1).max(720).optional(),
    }),
    reply: instance,
    status: 201,
    spends: true,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { body }) => launchInstance(context, body),
);
