import * as z from 'zod';
import { putAutoscaleRule } from '#lib/domain/compute/autoscaling/put.ts';
import { route } from '#lib/edge/route.ts';
import { autoscaleRule, newAutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Sets the rule that resizes an instance automatically. 400 for an invalid range of types and for one without
 * the instance's own type, 409 for a member of a group and for an instance that is terminating.
 */
export const handler = route(
  {
    name: 'putAutoscaleRule',
    action: 'compute:PutAutoscaleRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    body: newAutoscaleRule,
    versioned: true,
    dryRun: true,
    reply: autoscaleRule,
    etag: 'always',
  },
  (context, { params, body }) => putAutoscaleRule(context, { ...params, ...body }),
);
