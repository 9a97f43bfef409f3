import { fail, heartbeat, succeed } from '#lib/drivers/workflows/answer.ts';
import type { Job, JobOutcome, JobTicket } from '#lib/model/compute/job.ts';
import {
  closeJob,
  openAmong,
  openJobsOf,
  storeOutcome,
  type TakeResult,
  takeJob,
  takeUnreadable,
  type UnreadableJob,
} from '#lib/store/compute/jobs.ts';

/** The unfinished jobs of a host, oldest first, and those among them that this version cannot read. */
export const openJobs = (host: string): Promise<{ jobs: Job[]; unreadable: UnreadableJob[] }> => openJobsOf(host);

/** Those of these jobs of a host that are open, in the same order. */
export const openOf = (host: string, names: Parameters<typeof openAmong>[1]) => openAmong(host, names);

/**
 * Takes a job for this start of the agent. It is lost where a newer start has the host, or the job has finished
 * meanwhile. A job whose operation no longer holds its instance is closed instead: a superseded operation never touches
 * a machine.
 */
export async function take(job: Job, epoch: number): Promise<TakeResult> {
  const taking = await takeJob(job, epoch);
  if (taking === 'superseded') {
    await answer(job, { ok: false, error: 'Superseded', cause: `operation ${job.operation} was superseded` });
  }
  return taking;
}

/** Fails a job that this version cannot read, so that its workflow need not wait. */
export async function refuse({ ticket, reason }: UnreadableJob, epoch: number): Promise<void> {
  if (!(await takeUnreadable(ticket, epoch))) return;
  await answer(ticket, { ok: false, error: 'INVALID', cause: `the job cannot be read: ${reason}` });
}

/** Sends the waiting workflow a heartbeat of its job; false where no workflow waits any more. */
export const beat = (job: JobTicket): Promise<boolean> => heartbeat(job.token);

/**
 * Finishes a job; false where it was requested again meanwhile. The outcome is stored before the workflow is answered,
 * so that a repeated job gets the same answer. A result has the epoch of the agent that produced it: a machine that ran
 * then no longer runs in the next epoch.
 */
export async function finish(job: Job, epoch: number, outcome: JobOutcome): Promise<boolean> {
  const dated: JobOutcome = outcome.ok ? { ok: true, result: { ...outcome.result, epoch } } : outcome;
  await storeOutcome(job, epoch, dated);
  return answer(job, dated);
}

/**
 * Answers the workflow of a job whose outcome is stored, and closes the job. False where it was requested again
 * meanwhile.
 */
export async function answer(job: JobTicket, outcome: JobOutcome): Promise<boolean> {
  if (outcome.ok) await succeed(job.token, outcome.result);
  else await fail(job.token, outcome.error, outcome.cause);
  return closeJob(job);
}

/** Closes a job that no workflow waits for. False where it was requested again meanwhile and stays open. */
export const close = (job: JobTicket): Promise<boolean> => closeJob(job);
