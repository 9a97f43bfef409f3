import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Undoes boot: asks the host to remove whatever there is of the machine; throws Superseded. */
export const handler = task(tokenInput, (input) => requestJob(input, 'destroy'));
