import * as z from 'zod';
import { drainHost } from '#lib/domain/compute/hosts/operate.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostId } from '#lib/model/compute/operated-host.ts';

/** Stops placing new machines on a host; existing ones keep running. 409 for a fenced host. */
export const handler = route(
  {
    name: 'drainHost',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    reply: host,
  },
  (context, { params }) => drainHost(context, params.id),
);
