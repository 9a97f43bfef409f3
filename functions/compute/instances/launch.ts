import * as z from 'zod';
import { launchInstance } from '#lib/domain/instances/launch.ts';
import { settledInstance } from '#lib/domain/instances/settled.ts';
import { route } from '#lib/edge/route.ts';
import { hostname, tags } from '#lib/model/common.ts';
import { instance } from '#lib/model/instance.ts';

/** Launches an instance; 201 while it is provisioning. 400, 402, 403, 404, 409 as contract 4.1 has them. */
export const handler = route(
  {
    name: 'launchInstance',
    action: 'compute:LaunchInstance',
    resource: () => 'instance/*',
    body: z.strictObject({
      name: hostname,
      instance_type_id: z.string().max(64),
      image_id: z.string().max(64),
      ssh_key_id: z.string().max(64).optional(),
      vpc_id: z.string().max(64).optional(),
      user_data: z.string().max(65_536).optional(),
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
