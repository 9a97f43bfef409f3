import { settleRunning } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** The machine is up: running, and the wallet's hold given back. */
export const handler = task(outcomeInput, (input) => settleRunning(input, input.result));
