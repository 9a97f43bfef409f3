import * as z from 'zod';
import { deleteHost } from '#lib/domain/compute/hosts/operate.ts';
import { route } from '#lib/edge/route.ts';
import { hostId } from '#lib/model/compute/operated-host.ts';
import { deleted } from '#lib/model/platform/common.ts';

/** Removes a host. 409 in_use while it has machines; with `force` they count as lost with it. */
export const handler = route(
  {
    name: 'deleteHost',
    action: 'platform:DeleteHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    query: z.strictObject({
      force: z.enum(['true', 'false']).default('false').describe('Whether to give up the machines on it.'),
    }),
    dryRun: true,
    reply: z.strictObject({ id: hostId, deleted }),
  },
  (context, { params, query }) => deleteHost(context, { ...params, force: query.force === 'true' }),
);
