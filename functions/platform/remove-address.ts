import * as z from 'zod';
import { removeHostAddress } from '#lib/domain/compute/hosts/addresses.ts';
import { route } from '#lib/edge/route.ts';
import { hostId, poolAddress } from '#lib/model/compute/operated-host.ts';
import { deleted } from '#lib/model/platform/common.ts';

/** Withholds an address of a host's pool from customers. 409 in_use while a resource has it. */
export const handler = route(
  {
    name: 'removeHostAddress',
    action: 'platform:UpdateHost',
    resource: ({ id }) => `host/${id}`,
    params: z.strictObject({ id: hostId, address: poolAddress.shape.address }),
    dryRun: true,
    reply: z.strictObject({ address: poolAddress.shape.address, deleted }),
  },
  (context, { params }) => removeHostAddress(context, params),
);
