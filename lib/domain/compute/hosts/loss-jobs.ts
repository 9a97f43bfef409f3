import { answer, openJobs } from '#lib/domain/compute/jobs/work.ts';
import { succeed } from '#lib/drivers/workflows/answer.ts';
import { isRemoval, type Job } from '#lib/model/compute/job.ts';

/**
 * Answers the workflows that wait for a lost host: what was to be made there has failed; what was to be removed counts
 * as removed, and its job stays for the host's return. Answers how many workflows go on by that.
 */
export async function failOpenJobs(host: string): Promise<number> {
  const { jobs } = await openJobs(host);
  const waiting = jobs.filter(({ kind }) => kind !== 'configure');
  for (const job of waiting) await settle(job);
  return waiting.filter(({ kind }) => !isRemoval(kind)).length;
}

async function settle(job: Job): Promise<void> {
  if (!isRemoval(job.kind)) return void (await answer(job, { ok: false, error: 'HOST_LOST', cause: 'host lost' }));
  // Its machine is off when the host is back, so that nothing is to be detached then.
  if (job.kind === 'detach_volume') await answer(job, { ok: true, result: {} });
  else await succeed(job.token, {});
}
