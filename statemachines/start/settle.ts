import { settleRunning } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a start: status running. */
export const handler = task(outcomeInput, (input) => settleRunning(input, input.result));
