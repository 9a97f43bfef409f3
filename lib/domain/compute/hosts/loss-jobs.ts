import { answer, openJobs } from '#lib/domain/compute/jobs/work.ts';
import { succeed } from '#lib/drivers/workflows/answer.ts';
import { isRemoval, type Job } from '#lib/model/compute/job.ts';

/**
 * Answers the workflows that wait for a lost host. Creations have failed. Removals count as done, and their jobs stay
 * for the host's return. Returns how many workflows continue as a result.
 */
export async function failOpenJobs(host: string): Promise<number> {
  const { jobs } = await openJobs(host);
  const waiting = jobs.filter(({ kind }) => kind !== 'configure');
  for (const job of waiting) await settle(job);
  return waiting.filter(({ kind }) => !isRemoval(kind)).length;
}

async function settle(job: Job): Promise<void> {
  if (!isRemoval(job.kind)) return void (await answer(job, { ok: false, error: 'HOST_LOST', cause: 'host lost' }));
  // The machine is off when the host comes back, so nothing needs to be detached then.
  if (job.kind === 'detach_volume') await answer(job, { ok: true, result: {} });
  else await succeed(job.token, {});
}
