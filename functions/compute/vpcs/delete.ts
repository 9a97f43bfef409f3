import * as z from 'zod';
import { deleteVpc } from '#lib/domain/compute/vpcs/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Deletes a VPC. 409 protected for the account's default VPC, 409 in_use while instances are in it. */
export const handler = route(
  {
    name: 'deleteVpc',
    action: 'compute:DeleteVpc',
    resource: ({ id }) => `vpc/${id}`,
    params: z.strictObject({ id: id('vpc') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('vpc'), deleted }),
  },
  (context, { params }) => deleteVpc(context, params),
);
