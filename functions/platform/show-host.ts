import * as z from 'zod';
import { showHost } from '#lib/domain/compute/hosts/show.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostId } from '#lib/model/compute/operated-host.ts';

/** Shows a host, with its machines. */
export const handler = route(
  {
    name: 'getHost',
    action: 'platform:GetHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    reply: host,
  },
  (context, { params }) => showHost(context, params),
);
