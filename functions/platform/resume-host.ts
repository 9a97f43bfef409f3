import * as z from 'zod';
import { resumeHost } from '#lib/domain/compute/hosts/operate.ts';
import { route } from '#lib/edge/route.ts';
import { host, hostId } from '#lib/model/compute/operated-host.ts';

/** Ends a drain or a fence: calls of its agent are accepted, and new machines are placed on it. */
export const handler = route(
  {
    name: 'resumeHost',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    reply: host,
  },
  (context, { params }) => resumeHost(context, params.id),
);
