import { reportJobProgress } from '#lib/domain/compute/hosts/jobs.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Notes how far a job has come. 404 for a job of another host. */
export const handler = hostRoute('reportJobProgress', ({ host, params, input }) =>
  reportJobProgress(host, params, input),
);
