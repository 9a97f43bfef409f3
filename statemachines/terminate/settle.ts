import { settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { task } from '#lib/edge/task.ts';
import { outcomeInput } from '#lib/model/compute/workflow-input.ts';

/** The machine is gone: terminated, and everything it held given back. */
export const handler = task(outcomeInput, settleTerminated);
