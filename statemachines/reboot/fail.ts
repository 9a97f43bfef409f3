import { settleError } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a failed reboot: status error. The disk is kept, and the instance can be started again. */
export const handler = task(failureInput, (input) => settleError(input, reasonOf('reboot', input)));
