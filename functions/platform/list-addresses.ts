import * as z from 'zod';
import { listHostAddresses } from '#lib/domain/compute/hosts/addresses.ts';
import { route } from '#lib/edge/route.ts';
import { hostId, poolAddress } from '#lib/model/compute/operated-host.ts';
import { knownValues, listOf, shortListQuery } from '#lib/model/platform/lists.ts';

/** Lists the addresses from which a host serves elastic IPs and load balancers, and the resources on them. */
export const handler = route(
  {
    name: 'listHostAddresses',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    query: shortListQuery('status').superRefine(knownValues('status', poolAddress.shape.status.options)),
    reply: listOf('addresses', poolAddress),
  },
  (context, { params, query }) => listHostAddresses(context, { ...query, ...params }),
);
