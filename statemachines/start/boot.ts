import { requestJob } from '#lib/domain/jobs/request.ts';
import { tokenInput } from '#lib/domain/jobs/workflow-input.ts';
import { task } from '#lib/edge/task.ts';

/** Asks the host to boot the machine's disk; throws Superseded. */
export const handler = task(tokenInput, (input) => requestJob(input, 'start'));
