import { settleFailedLaunch } from '#lib/domain/instances/endings.ts';
import { reasonOf } from '#lib/domain/jobs/reason.ts';
import { task } from '#lib/edge/task.ts';
import { failureInput } from '#lib/model/workflow-input.ts';

/** The launch failed: error, and everything it held given back. */
export const handler = task(failureInput, (input) => settleFailedLaunch(input, reasonOf('launch', input)));
