import * as z from 'zod';
import { followGroup } from '#lib/domain/compute/asgs/step.ts';
import { followRule } from '#lib/domain/compute/autoscaling/step.ts';
import { task } from '#lib/edge/task.ts';

const look = { operation: z.string(), account_id: z.string(), turn: z.int() };
const turn = z.union([
  z.object({ ...look, asg_id: z.string(), glance: z.boolean().optional() }),
  z.object({ ...look, instance_id: z.string() }),
]);

/** One evaluation of a group, or of an instance's autoscale rule. Returns the seconds until the next one. */
export const handler = task(turn, (input) => ('asg_id' in input ? followGroup(input) : followRule(input)));
