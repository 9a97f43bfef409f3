import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { type Job, type JobKind, job } from '#lib/model/compute/job.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { putJob } from '#lib/store/compute/jobs.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** What a job is asked for with: its name, kind and token, and the facts that its kind needs, not checked yet. */
interface Asked {
  kind: JobKind;
  host_id: string;
  operation: string;
  step: string;
  token: string;
  account_id: string;
  [fact: string]: unknown;
}

/**
 * A job to be queued now. `retention` is the seconds that it is kept. Throws where a fact that its kind needs is wrong.
 */
export const newJob = (asked: Asked, retention: number): Job =>
  job.parse({
    ...asked,
    state: 'queued',
    epoch: 0,
    outcome: null,
    created_at: realNow().toISOString(),
    ttl: Math.floor(civilNow().getTime() / 1000) + retention,
  });

/** Seconds that a finished job is kept. */
const retention = 86_400;

/**
 * The write that has the instance's host apply its keys, firewall and addresses as the table has them then. It goes
 * into the commit that changes them, which also wakes the host. There is one such job an instance: put again while it
 * is open, it is done once more after.
 */
export const configureMachine = ({
  host_id,
  account_id,
  id,
}: Pick<InstanceRecord, 'host_id' | 'account_id' | 'id'>): Write => {
  // No workflow waits: the token only tells this job from an earlier one.
  const token = newId('operation', realNow());
  const name = { host_id, operation: 'configure', step: id, token };
  return putJob(newJob({ ...name, kind: 'configure', account_id, instance_id: id }, retention));
};
