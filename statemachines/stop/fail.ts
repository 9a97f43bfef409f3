import { settleError } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a failed stop: status error. The instance can be stopped by force or terminated. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('stop', input)));
