import * as z from 'zod';
import { putAutoscaleRule } from '#lib/domain/compute/autoscaling/put.ts';
import { route } from '#lib/edge/route.ts';
import { autoscaleRule, newAutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { id } from '#lib/model/platform/common.ts';

/** Sets the rule by which an instance is resized by itself; 400 for a range of types that is none or that its own is outside of, 409 for a member of a group and once it is terminating. */
export const handler = route(
  {
    name: 'putAutoscaleRule',
    action: 'compute:PutAutoscaleRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    body: newAutoscaleRule,
    reply: autoscaleRule,
  },
  (context, { params, body }) => putAutoscaleRule(context, { ...params, ...body }),
);
