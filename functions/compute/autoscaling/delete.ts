import * as z from 'zod';
import { deleteAutoscaleRule } from '#lib/domain/compute/autoscaling/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/**
 * Deletes the autoscale rule of an instance. 404 if it has none, 409 while the rule has stopped the instance for a
 * change.
 */
export const handler = route(
  {
    name: 'deleteAutoscaleRule',
    action: 'compute:DeleteAutoscaleRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ instance_id: id('instance'), deleted }),
  },
  (context, { params }) => deleteAutoscaleRule(context, params),
);
