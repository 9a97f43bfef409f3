import { settleStopped } from '#lib/domain/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/workflow-input.ts';

/** The machine is down: stopped. */
export const handler = task(outcomeInput, settleStopped);
