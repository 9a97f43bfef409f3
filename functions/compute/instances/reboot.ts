import * as z from 'zod';
import { rebootInstance } from '#lib/domain/compute/instances/reboot.ts';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/** Reboots a running instance. 409 unless it is running. */
export const handler = route(
  {
    name: 'rebootInstance',
    action: 'compute:RebootInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    body: z.strictObject({
      force: z.boolean().default(false).describe('Whether to cut its power at once, without a shutdown.'),
    }),
    versioned: true,
    reply: instance,
    etag: 'always',
    settled: settledInstance,
  },
  (context, { params, body }) => rebootInstance(context, { ...params, ...body }),
);
