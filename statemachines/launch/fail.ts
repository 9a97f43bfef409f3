import { settleFailedLaunch } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** The launch failed: error, and everything it held given back. */
export const handler = task(failureInput, (input) => settleFailedLaunch(input, reasonOf('launch', input)));
