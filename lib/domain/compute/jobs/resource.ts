import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { type Job, type JobKind, job } from '#lib/model/compute/job.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { getJob, putJob } from '#lib/store/compute/jobs.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The input of a new job: its identity, kind and token, and the facts that its kind needs, still unchecked. */
interface JobInput {
  kind: JobKind;
  host_id: string;
  operation: string;
  step: string;
  token: string;
  account_id: string;
  [fact: string]: unknown;
}

/**
 * A job to be queued now. It is kept for `retention` seconds. Throws where a fact that its kind needs is missing or
 * invalid.
 */
export const newJob = (input: JobInput, retention: number): Job =>
  job.parse({
    ...input,
    state: 'queued',
    epoch: 0,
    outcome: null,
    created_at: realNow().toISOString(),
    ttl: Math.floor(civilNow().getTime() / 1000) + retention,
  });

/** The name of an instance's configure job on its host. */
const configuring = (instance: string) => ({ operation: 'configure', step: instance });

/** Whether the instance's host has not yet applied its configure job. */
export async function isBeingConfigured({ host_id, id }: Pick<InstanceRecord, 'host_id' | 'id'>): Promise<boolean> {
  const { operation, step } = configuring(id);
  const found = await getJob(host_id, operation, step);
  return found !== undefined && found.state !== 'done';
}

/** Seconds for which a configure job is kept. */
const configureRetention = 86_400;

/**
 * The write of a job by which the instance's host applies its keys, firewall and addresses as they are stored at that
 * time. It belongs in the commit that changes them, which also wakes the host. An instance has one such job: if it is
 * already open, it is done again.
 */
export const configureMachine = ({
  host_id,
  account_id,
  id,
}: Pick<InstanceRecord, 'host_id' | 'account_id' | 'id'>): Write => {
  // No workflow waits for it: the token only distinguishes this job from an earlier one.
  const token = newId('operation', realNow());
  const name = { host_id, ...configuring(id), token };
  return putJob(newJob({ ...name, kind: 'configure', account_id, instance_id: id }, configureRetention));
};
