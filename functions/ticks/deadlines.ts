import { endOverdue } from '#lib/domain/compute/operations/deadlines.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: ends the operations that no workflow carries on any more. */
export const handler = tick('deadlinesTick', endOverdue);
