import * as z from 'zod';
import { showVpc } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { vpc } from '#lib/model/compute/vpc.ts';
import { id } from '#lib/model/platform/common.ts';

/** A VPC, with how many addresses it has left; 404 where the account has none of this id. */
export const handler = route(
  {
    name: 'getVpc',
    action: 'compute:GetVpc',
    resource: ({ id }) => `vpc/${id}`,
    params: z.strictObject({ id: id('vpc') }),
    reply: vpc,
  },
  (context, { params }) => showVpc(context, params),
);
