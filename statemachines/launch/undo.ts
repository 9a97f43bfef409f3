import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Asks the host to remove what `Boot` created. Throws Superseded. */
export const handler = task(tokenInput, (input) => requestJob(input, 'destroy'));
