import { listHostJobs } from '#lib/domain/compute/hosts/jobs.ts';
import { hostRoute } from '#lib/edge/hosts/route.ts';

/** The open jobs of a host. */
export const handler = hostRoute('listHostJobs', ({ host }) => listHostJobs(host));
