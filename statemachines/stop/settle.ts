import { settleStopped } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a stop: status stopped. */
export const handler = task(outcomeInput, settleStopped);
