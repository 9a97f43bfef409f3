import { settleRunning } from '#lib/domain/instances/endings.ts';
import { outcomeInput } from '#lib/domain/jobs/workflow-input.ts';
import { task } from '#lib/edge/task.ts';

/** The machine is up: running. */
export const handler = task(outcomeInput, (input) => settleRunning(input, input.result));
