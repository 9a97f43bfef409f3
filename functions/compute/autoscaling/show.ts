import * as z from 'zod';
import { getAutoscaleRule } from '#lib/domain/compute/autoscaling/resource.ts';
import { route } from '#lib/edge/route.ts';
import { autoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows the rule that resizes an instance automatically. 404 if it has none. */
export const handler = route(
  {
    name: 'getAutoscaleRule',
    action: 'compute:GetAutoscaleRule',
    resource: ({ id }) => `instance/${id}`,
    params: z.strictObject({ id: id('instance') }),
    reply: autoscaleRule,
    etag: 'always',
  },
  (context, { params }) => getAutoscaleRule(context, params),
);
