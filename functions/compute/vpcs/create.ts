import * as z from 'zod';
import { createVpc } from '#lib/domain/compute/vpcs/create.ts';
import { route } from '#lib/edge/route.ts';
import { vpc, vpcBlock, vpcDescription, vpcName } from '#lib/model/compute/vpc.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { tags } from '#lib/model/platform/common.ts';

/**
 * Creates a VPC, by default in a free /20. 409 already_exists if its block overlaps another VPC's or its name is taken,
 * 409 capacity_exhausted if no block is free, 403 quota_exceeded.
 */
export const handler = route(
  {
    name: 'createVpc',
    action: 'compute:CreateVpc',
    resource: () => 'vpc/*',
    facts: (_, { body }) => tagFacts(body.tags),
    body: z.strictObject({
      name: vpcName,
      cidr: vpcBlock.optional().meta({ 'x-immutable': true }),
      description: vpcDescription.default(null),
      tags: tags.default({}),
    }),
    reply: vpc,
    etag: 'always',
    status: 201,
    spends: true,
    dryRun: true,
  },
  (context, { body }) => createVpc(context, body),
);
