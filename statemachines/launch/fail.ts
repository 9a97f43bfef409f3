import { settleFailedLaunch } from '#lib/domain/compute/instances/endings.ts';
import { reasonOf } from '#lib/domain/platform/operations/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/compute/workflow-input.ts';

/** Settles a failed launch: status error, and everything that it held is released. */
export const handler = task(failureInput, (input) => settleFailedLaunch(input, reasonOf('launch', input)));
