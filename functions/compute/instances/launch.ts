import * as z from 'zod';
import { launchFacts } from '#lib/domain/compute/instances/facts.ts';
import { launchInstance } from '#lib/domain/compute/instances/launch.ts';
import { settledInstance } from '#lib/domain/compute/instances/settled.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { userData } from '#lib/model/compute/user-data.ts';
import { hostname, tags } from '#lib/model/platform/common.ts';

/** What names something else: the verb says whether it is there. */
const reference = z.string().min(1).max(64);

/** Launches an instance; 201 while it is provisioning. 400, 402, 403, 404, 409 as contract 4.1 has them. */
export const handler = route(
  {
    name: 'launchInstance',
    action: 'compute:LaunchInstance',
    resource: () => 'instance/*',
    facts: launchFacts,
    body: z.strictObject({
      name: hostname,
      instance_type_id: reference,
      image_id: reference,
      ssh_key_id: reference.optional(),
      vpc_id: reference.optional(),
      elastic_ip_id: reference.optional(),
      user_data: userData.optional(),
      tags: tags.default({}),
      termination_protection: z.boolean().default(false),
      ttl_hours: z.int().min(1).max(720).optional(),
    }),
    reply: instance,
    status: 201,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { body }) => launchInstance(context, body),
);
