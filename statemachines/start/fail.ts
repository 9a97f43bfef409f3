import { settleError } from '#lib/domain/instances/endings.ts';
import { reasonOf } from '#lib/domain/jobs/reason.ts';
import { failureInput } from '#lib/domain/jobs/workflow-input.ts';
import { task } from '#lib/edge/task.ts';

/** The start failed: error, with its disk kept, from which it can be started again. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('start', input)));
