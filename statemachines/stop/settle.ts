import { settleStopped } from '#lib/domain/instances/endings.ts';
import { outcomeInput } from '#lib/domain/jobs/workflow-input.ts';
import { task } from '#lib/edge/task.ts';

/** The machine is down: stopped. */
export const handler = task(outcomeInput, settleStopped);
