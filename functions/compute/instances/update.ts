import * as z from 'zod';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { updateInstance } from '#lib/domain/compute/instances/update.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { hostname, id, tags } from '#lib/model/platform/common.ts';

const change = z.strictObject({
  name: hostname.optional(),
  tags: tags.optional(),
  termination_protection: z.boolean().optional().describe('Whether termination is refused.').meta({ example: true }),
  ttl_hours: z
    .int()
    .min(1)
    .max(720)
    .nullable()
    .optional()
    .describe('Hours from now after which it is terminated automatically; null for never.')
    .meta({ example: 72 }),
});

/**
 * Changes an instance's name, tags, termination protection or remaining lifetime; null clears `ttl_hours`. 409 if it is
 * terminating.
 */
export const handler = route(
  {
    name: 'updateInstance',
    action: 'compute:UpdateInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    body: change,
    versioned: true,
    dryRun: true,
    reply: instance,
    etag: 'always',
    settled: settledInstance,
  },
  (context, { params, body }) => updateInstance(context, { ...params, ...body }),
);
