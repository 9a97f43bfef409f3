import * as z from 'zod';
import { followGroup } from '#lib/domain/asgs/step.ts';
import { task } from '#lib/edge/task.ts';

const turn = z.object({ operation: z.string(), account_id: z.string(), asg_id: z.string(), turn: z.int() });

/** Does what can be done for a group now; answers when to look again. */
export const handler = task(turn, followGroup);
