import * as z from 'zod';
import { showVpc } from '#lib/domain/compute/vpcs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { vpc } from '#lib/model/compute/vpc.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows a VPC, with its number of free addresses. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getVpc',
    action: 'compute:GetVpc',
    resource: ({ id }) => `vpc/${id}`,
    params: z.strictObject({ id: id('vpc') }),
    reply: vpc,
    etag: 'always',
  },
  (context, { params }) => showVpc(context, params),
);
