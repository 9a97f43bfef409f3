import { reportJobProgress } from '#lib/domain/compute/hosts/jobs.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** Records the progress of a job. 404 for a job of another host. */
export const handler = hostRoute('reportJobProgress', ({ host, params, input }) =>
  reportJobProgress(host, params, input),
);
