import * as z from 'zod';
import { updateHost } from '#lib/domain/compute/hosts/update.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostChange, hostId } from '#lib/model/compute/operated-host.ts';

/** Changes what a host is called, and how much of what it has machines may have. */
export const handler = route(
  {
    name: 'updateHost',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    body: hostChange,
    reply: host,
  },
  (context, { params, body }) => updateHost(context, { ...params, ...body }),
);
