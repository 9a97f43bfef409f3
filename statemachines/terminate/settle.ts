import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a termination: status terminated, and everything that the instance held is released. */
export const handler = task(outcomeInput, settleTerminated);
