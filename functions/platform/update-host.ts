import * as z from 'zod';
import { updateHost } from '#lib/domain/compute/hosts/update.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostChange, hostId } from '#lib/model/compute/operated-host.ts';

/** Changes the name of a host, and how much of its capacity machines may use. */
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
