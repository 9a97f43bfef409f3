import * as z from 'zod';
import { settledInstance } from '#lib/domain/compute/instances/resource.ts';
import { startInstance } from '#lib/domain/compute/instances/start.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/** Starts a stopped instance. 402 on an empty wallet or a suspended account, 409 unless it is stopped. */
export const handler = route(
  {
    name: 'startInstance',
    action: 'compute:StartInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    reply: instance,
    etag: 'always',
    versioned: true,
    dryRun: true,
    spends: true,
    settled: settledInstance,
  },
  (context, { params }) => startInstance(context, params),
);
