import { type ConfigureJob, type Job, touchedBy } from '#lib/model/compute/job.ts';

/**
 * What a job touches. Two jobs that share a subject never run at the same time. A configure job shares none with other
 * kinds.
 */
export const subjectsOf = (job: Job): string[] =>
  job.kind === 'configure' ? [`configure ${job.instance_id}`] : touchedBy(job);

/**
 * Whether `job` makes `current` obsolete. One operation at a time holds an instance, and what is about to be removed
 * needs no other job. Two machines that need the same volume or snapshot wait for one another.
 */
export function supersedes(job: Job, current: Job | undefined): boolean {
  if (job.kind === 'destroy') return true;
  if (!current || job.operation === current.operation || job.created_at <= current.created_at) return false;
  return touchedBy(job)[0] === touchedBy(current)[0] || job.kind === 'delete_volume' || job.kind === 'delete_snapshot';
}

/** Whether both are the same step of the same operation. */
export const isSame = (a: Job, b: Job): boolean => a.operation === b.operation && a.step === b.step;

/** Whether a workflow waits for the job and needs its heartbeats. */
export const isWaitedFor = (job: Job): job is Exclude<Job, ConfigureJob> => job.kind !== 'configure';
