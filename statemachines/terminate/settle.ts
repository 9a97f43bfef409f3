import { settleTerminated } from '#lib/domain/instances/endings.ts';
import { outcomeInput } from '#lib/domain/jobs/workflow-input.ts';
import { task } from '#lib/edge/task.ts';

/** The machine is gone: terminated, and everything it held given back. */
export const handler = task(outcomeInput, settleTerminated);
