import { settleStopped } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** The machine is down: stopped. */
export const handler = task(outcomeInput, settleStopped);
