import { settleError } from '#lib/domain/instances/endings.ts';
import { reasonOf } from '#lib/domain/jobs/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/workflow-input.ts';

/** The stop failed: error; a forced stop or a terminate is left. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('stop', input)));
