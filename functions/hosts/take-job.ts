import { takeHostJob } from '#lib/domain/compute/hosts/jobs.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Takes a job for this start of the agent. 404, 409 job_lost, 409 job_moot. */
export const handler = hostRoute('takeHostJob', ({ host, params, input }) => takeHostJob(host, params, input));
