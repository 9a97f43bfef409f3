import { settleError } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** The stop failed: error; a forced stop or a terminate is left. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('stop', input)));
