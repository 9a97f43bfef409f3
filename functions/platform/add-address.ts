import * as z from 'zod';
import { addHostAddress } from '#lib/domain/compute/hosts/addresses.ts';
import { route } from '#lib/edge/route.ts';
import { hostId, poolAddress } from '#lib/model/compute/operated-host.ts';

/** Offers a withheld address of a host's pool to customers again. 404 for an address outside the pool. */
export const handler = route(
  {
    name: 'addHostAddress',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId }),
    body: z.strictObject({ address: poolAddress.shape.address }),
    reply: poolAddress,
    status: 201,
  },
  (context, { params, body }) => addHostAddress(context, { ...params, ...body }),
);
