import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

/** Asks the host to boot from the machine's disk. Throws Superseded. */
export const handler = task(tokenInput, (input) => requestJob(input, 'start'));
