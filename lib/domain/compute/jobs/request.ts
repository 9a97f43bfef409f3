import { commitEffect } from '#lib/domain/platform/commit.ts';
import { succeed } from '#lib/drivers/workflows/answer.ts';
import { isRemoval, type JobKind } from '#lib/model/compute/job.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { requireNotLost } from '#lib/store/compute/hosts.ts';
import { getSubject, putQueuedJob, type Subject } from '#lib/store/compute/jobs.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';
import { newJob } from './resource.ts';

/** A later operation holds the subject. Its own workflow does the work, so this workflow ends. */
class Superseded extends Error {
  constructor(operation: string) {
    super(`operation ${operation} was superseded`);
    this.name = 'Superseded';
  }
}

/** Seconds that a finished job's outcome is kept for a repeated request. */
const retention = 7 * 86_400;

/**
 * Queues a job for the subject's host on behalf of a waiting workflow task, and removes the workflow's intent from the
 * outbox. The facts of the job are the workflow options that its kind names. Idempotent by operation and step: after a
 * repeated request the job answers the new token. On a lost host removals count as done. Throws Superseded, HOST_LOST,
 * or a ZodError where a fact is missing.
 */
export async function requestJob(input: WorkflowInput & { token: string }, kind: JobKind): Promise<void> {
  const { operation, token, account_id, instance_id, options } = input;
  const { host_id } = await findSubject(input);
  const fields = { ...options, host_id, operation, step: kind, kind, token, account_id, instance_id };
  const job = newJob(fields, retention);
  const writes = [await putQueuedJob(job), removeIntent(operation)];
  const reached = [requireNotLost(host_id, () => new HostLost(host_id)), ...writes];
  await commitEffect({ writes: reached, rings: [host_id] }).catch(async (error) => {
    // On a lost host a removal counts as done. If the host comes back, its agent does the job.
    if (!(error instanceof HostLost && isRemoval(kind))) throw error;
    await commitEffect({ writes: kind === 'detach_volume' ? [removeIntent(operation)] : writes });
    await succeed(token, {});
  });
}

/** The host of the subject is lost, so nothing can be done there. */
class HostLost extends Error {
  constructor(host: string) {
    super(`host ${host} is lost`);
    this.name = 'HOST_LOST';
  }
}

/** The instance, volume or snapshot that this operation holds. Throws Superseded where it no longer holds it. */
async function findSubject(input: WorkflowInput): Promise<Subject> {
  const record = await getSubject(input.account_id, input.instance_id);
  if (record?.operation?.id !== input.operation) throw new Superseded(input.operation);
  return record;
}
