import * as z from 'zod';
import { drainHost } from '#lib/domain/compute/hosts/operate.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostId } from '#lib/model/compute/operated-host.ts';

/** Stops placing new machines on a host; those on it keep running. 409 for a host that is fenced. */
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
