import { fail, heartbeat, succeed } from '#lib/drivers/workflows/answer.ts';
import {
  closeJob,
  type JobOutcome,
  type JobRecord,
  openJobsOf,
  storeOutcome,
  takeJob,
} from '#lib/store/compute/jobs.ts';

/** A job in an agent's hands. */
export type HostJob = JobRecord;

/** The jobs of a host that nobody has finished, oldest first. */
export const openJobs = (host: string): Promise<HostJob[]> => openJobsOf(host);

/**
 * Takes a job for this start of the agent; false where a newer start has the host, or somebody finished the job meanwhile.
 * One whose operation no longer holds its instance is closed instead: a machine is never touched for a stale wish.
 */
export async function take(job: HostJob, epoch: number): Promise<boolean> {
  const taking = await takeJob(job, epoch);
  if (taking === 'moot') {
    await answer(job, { ok: false, error: 'Superseded', cause: `operation ${job.operation} was superseded` });
  }
  return taking === 'taken';
}

/** Tells the waiting workflow that its job is alive; false where nobody waits any more. */
export const beat = (job: HostJob): Promise<boolean> => heartbeat(job.token);

/**
 * Finishes a job: the outcome is stored before the workflow is told, so a repeated job gets the same answer. A result says
 * in which epoch of the agent it came about: what ran then runs no more in the next.
 */
export async function finish(job: HostJob, epoch: number, outcome: JobOutcome): Promise<void> {
  const dated: JobOutcome = outcome.ok ? { ok: true, result: { ...outcome.result, epoch } } : outcome;
  await storeOutcome(job, epoch, dated);
  await answer(job, dated);
}

/** Answers the workflow of a job whose outcome stands, and closes it. */
export async function answer(job: HostJob, outcome: JobOutcome): Promise<void> {
  if (outcome.ok) await succeed(job.token, outcome.result);
  else await fail(job.token, outcome.error, outcome.cause);
  await closeJob(job);
}

/** Closes a job that no workflow waits for; it stays open where it was wished anew meanwhile. */
export const close = (job: HostJob): Promise<void> => closeJob(job);
