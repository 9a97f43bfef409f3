import * as z from 'zod';
import { fenceHost } from '#lib/domain/compute/hosts/operate.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostId } from '#lib/model/compute/operated-host.ts';

/** Cuts a host off: every call of its agent is refused from now on, and no new machine is placed on it. */
export const handler = route(
  {
    name: 'fenceHost',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    dryRun: true,
    reply: host,
  },
  (context, { params }) => fenceHost(context, params.id),
);
