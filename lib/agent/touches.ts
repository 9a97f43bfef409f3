import { type ConfigureJob, type Job, touchedBy } from '#lib/model/compute/job.ts';

/** What a job touches: two that share one of these never run at the same time. Configuring runs beside all else. */
export const subjectsOf = (job: Job): string[] =>
  job.kind === 'configure' ? [`configure ${job.instance_id}`] : touchedBy(job);

/**
 * Whether `current` is needed no more, now that there is `job`: one operation at a time holds an instance, and what is to
 * be removed is not needed. Two machines that want the same volume or snapshot wait for one another.
 */
export function supersedes(job: Job, current: Job | undefined): boolean {
  if (job.kind === 'destroy') return true;
  if (!current || job.operation === current.operation || job.created_at <= current.created_at) return false;
  return touchedBy(job)[0] === touchedBy(current)[0] || job.kind === 'delete_volume' || job.kind === 'delete_snapshot';
}

/** Whether both are the same step of the same operation. */
export const isSame = (a: Job, b: Job): boolean => a.operation === b.operation && a.step === b.step;

/** Whether a workflow waits for it, which must hear that it is alive. */
export const isWaitedFor = (job: Job): job is Exclude<Job, ConfigureJob> => job.kind !== 'configure';
