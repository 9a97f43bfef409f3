import { reportJobResult } from '#lib/domain/compute/hosts/jobs.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Finishes a job. 404 for a job of another host, 409 job_lost. */
export const handler = hostRoute('reportJobResult', ({ host, params, input }) => reportJobResult(host, params, input));
