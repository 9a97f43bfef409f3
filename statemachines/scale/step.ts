import * as z from 'zod';
import { followGroup } from '#lib/domain/compute/asgs/step.ts';
import { followRule } from '#lib/domain/compute/autoscaling/step.ts';
import { task } from '#lib/edge/task.ts';

const common = { operation: z.string(), account_id: z.string(), turn: z.int() };
const evaluation = z.union([
  z.object({ ...common, asg_id: z.string(), glance: z.boolean().optional() }),
  z.object({ ...common, instance_id: z.string() }),
]);

/** One evaluation of a group, or of an instance's autoscale rule. Returns the seconds until the next one. */
export const handler = task(evaluation, (input) => ('asg_id' in input ? followGroup(input) : followRule(input)));
