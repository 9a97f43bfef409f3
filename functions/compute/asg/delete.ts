import * as z from 'zod';
import { deleteAutoScalingGroup } from '#lib/domain/compute/asgs/delete.ts';
import { deletedAsg } from '#lib/domain/compute/asgs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { asg } from '#lib/model/compute/asg.ts';
import { deletedReply, flag, id } from '#lib/model/platform/common.ts';

/**
 * Deletes an auto scaling group and terminates its members, unless `keep_instances` keeps them. 409 protected if a
 * member has termination protection.
 */
export const handler = route(
  {
    name: 'deleteAutoScalingGroup',
    action: 'compute:DeleteAutoScalingGroup',
    resource: ({ id }) => `asg/${id}`,
    params: z.strictObject({ id: id('asg') }),
    query: z.strictObject({
      keep_instances: flag
        .default(false)
        .describe('Whether its members are kept as ordinary instances.')
        .meta({ example: 'true' }),
    }),
    versioned: true,
    dryRun: true,
    reply: z.union([asg, deletedReply('asg')]),
    etag: 'always',
    settled: deletedAsg,
  },
  (context, { params, query }) => deleteAutoScalingGroup(context, { ...params, ...query }),
);
