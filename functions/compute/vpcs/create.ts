import * as z from 'zod';
import { createVpc } from '#lib/domain/compute/vpcs/create.ts';
import { route } from '#lib/edge/route.ts';
import { vpc, vpcBlock, vpcDescription, vpcName } from '#lib/model/compute/vpc.ts';

/**
 * Creates a VPC, by default in a free /20. 409 already_exists where its block overlaps another VPC's or its name is
 * taken, 409 capacity_exhausted where no block is free, 403 quota_exceeded.
 */
export const handler = route(
  {
    name: 'createVpc',
    action: 'compute:CreateVpc',
    resource: () => 'vpc/*',
    body: z.strictObject({
      name: vpcName,
      cidr: vpcBlock.optional(),
      description: vpcDescription.default(null),
    }),
    reply: vpc,
    status: 201,
    spends: true,
  },
  (context, { body }) => createVpc(context, body),
);
