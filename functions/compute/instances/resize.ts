import * as z from 'zod';
import { resizeFacts } from '#lib/domain/compute/instances/policy.ts';
import { resizeInstance } from '#lib/domain/compute/instances/resize.ts';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Changes the type of a stopped instance; its next start uses it. With `keep_disk` only CPU and RAM change and the disk
 * keeps its size, so that the instance can return to the earlier type. 400 for an unknown type, and for one with a
 * smaller disk without `keep_disk`; 409 unless it is stopped and its host has room; 403 beyond the vCPUs of the
 * account; 402 on an empty wallet.
 */
export const handler = route(
  {
    name: 'resizeInstance',
    action: 'compute:ResizeInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    facts: resizeFacts,
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({
      instance_type_id: z.string().describe('The instance type to change to.').meta({ example: 's1-medium' }),
      keep_disk: z
        .boolean()
        .default(false)
        .describe(
          'Whether only CPU and RAM change, so that the disk keeps its size and the instance can return to the earlier type.',
        )
        .meta({ example: false }),
    }),
    reply: instance,
    etag: 'always',
    settled: settledInstance,
    versioned: true,
    dryRun: true,
  },
  (context, { params, body }) => resizeInstance(context, { ...params, ...body }),
);
