import * as z from 'zod';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { stopInstance } from '#lib/domain/compute/instances/stop.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shuts an instance down, and cuts its power after `timeout_seconds`. 409 unless it is running. */
export const handler = route(
  {
    name: 'stopInstance',
    action: 'compute:StopInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({
      force: z.boolean().default(false).describe('Whether to cut its power at once, without a shutdown.'),
      timeout_seconds: z
        .int()
        .min(1)
        .max(300)
        .default(60)
        .describe('The number of seconds after which its power is cut.')
        .meta({ example: 60 }),
    }),
    versioned: true,
    dryRun: true,
    reply: instance,
    etag: 'always',
    settled: settledInstance,
  },
  (context, { params, body }) => stopInstance(context, { ...params, ...body }),
);
