import type { HostJob } from '#lib/domain/compute/jobs/work.ts';

/** What a job touches: two that share one of these never run at the same time. Configuring runs beside all else. */
export function subjectsOf({ kind, instance_id, options }: HostJob): string[] {
  if (kind === 'configure') return [`${kind} ${instance_id}`];
  const others = [options.volume_id, options.snapshot_id].filter((id) => typeof id === 'string');
  return [...new Set([instance_id, ...others])];
}

/**
 * Whether nobody waits any more for `current`, now that there is `job`: one operation at a time holds an instance, and
 * what is to be removed is needed by nobody. Two machines that want the same volume or snapshot wait for one another.
 */
export function supersedes(job: HostJob, current: HostJob | undefined): boolean {
  if (job.kind === 'destroy') return true;
  if (!current || job.operation === current.operation || job.created_at <= current.created_at) return false;
  return job.instance_id === current.instance_id || job.kind === 'delete_volume' || job.kind === 'delete_snapshot';
}

/** Whether both are the same step of the same operation. */
export const isSame = (a: HostJob, b: HostJob): boolean => a.operation === b.operation && a.step === b.step;

/** Whether a workflow waits for it, which must hear that it is alive. */
export const isWaitedFor = ({ kind }: HostJob): boolean => kind !== 'configure';
