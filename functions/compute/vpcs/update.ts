import * as z from 'zod';
import { updateVpc } from '#lib/domain/compute/vpcs/update.ts';
import { route } from '#lib/edge/route.ts';
import { vpc, vpcDescription, vpcName } from '#lib/model/compute/vpc.ts';
import { id, tags } from '#lib/model/platform/common.ts';

/**
 * Changes a VPC's name, description or tags; null clears the description. 409 already_exists if another VPC of the
 * account has the name.
 */
export const handler = route(
  {
    name: 'updateVpc',
    action: 'compute:UpdateVpc',
    resource: ({ id }) => `vpc/${id}`,
    params: z.strictObject({ id: id('vpc') }),
    body: z.strictObject({ name: vpcName.optional(), description: vpcDescription.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: vpc,
    etag: 'always',
  },
  (context, { params, body }) => updateVpc(context, { ...params, ...body }),
);
