import { settleError } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** The start failed: error, with its disk kept, from which it can be started again. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('start', input)));
