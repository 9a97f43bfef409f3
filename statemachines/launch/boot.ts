import * as z from 'zod';
import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { task } from '#lib/edge/task.ts';
import { tokenInput } from '#lib/model/compute/workflow-input.ts';

const input = tokenInput.extend({ job: z.enum(['pull_image', 'create']).default('create') });

/** Asks the host to pull the machine's image, or to create and boot the machine. Throws Superseded. */
export const handler = task(input, ({ job, ...waiting }) => requestJob(waiting, job));
