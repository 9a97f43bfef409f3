import * as z from 'zod';
import { showInstance } from '#lib/domain/compute/instances/resource.ts';
import { route } from '#lib/edge/route.ts';
import { instance } from '#lib/model/compute/instance.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows an instance. 404 if the account does not have it, or it was terminated over an hour ago. */
export const handler = route(
  {
    name: 'getInstance',
    action: 'compute:GetInstance',
    resource: ({ id }) => `instance/${id}`,
    prefetch: ({ id }) => id,
    params: z.strictObject({ id: id('instance') }),
    reply: instance,
    etag: 'always',
  },
  (context, { params }) => showInstance(context, params),
);
