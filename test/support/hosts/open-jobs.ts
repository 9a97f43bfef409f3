import type { Job } from '#lib/model/compute/job.ts';
import { openJobsOf } from '#lib/store/compute/jobs.ts';

/** A host's open jobs, oldest first. Throws when one of them cannot be read. */
export async function openJobs(host: string): Promise<Job[]> {
  const { jobs, unreadable } = await openJobsOf(host);
  if (unreadable.length > 0) throw new Error(unreadable.map(({ reason }) => reason).join('; '));
  return jobs;
}
