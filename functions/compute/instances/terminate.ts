import * as z from 'zod';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { flag, id } from '#lib/model/platform/common.ts';

/**
 * Terminates an instance in any status. Its volumes and snapshots stay unless their deletion is requested. 409 while it
 * has termination protection.
 */
export const handler = route(
  {
    name: 'terminateInstance',
    action: 'compute:TerminateInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    query: z.strictObject({
      delete_volumes: flag.optional().describe('Whether its volumes are deleted as well.').meta({ example: 'true' }),
      delete_snapshots: flag
        .optional()
        .describe('Whether its snapshots are deleted as well.')
        .meta({ example: 'true' }),
    }),
    reply: instance,
    etag: 'always',
    versioned: true,
    dryRun: true,
    settled: settledInstance,
  },
  (context, { params, query }) => terminateInstance(context, { ...params, ...query }),
);
