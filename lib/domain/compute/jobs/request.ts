import { commitEffect } from '#lib/domain/platform/commit.ts';
import type { JobKind } from '#lib/model/compute/job.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { getSubject, putQueuedJob, type Subject } from '#lib/store/compute/jobs.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';
import { newJob } from './resource.ts';

/** A later operation has taken the subject. Its own workflow does what is to be done, so this one ends. */
class Superseded extends Error {
  constructor(operation: string) {
    super(`operation ${operation} was superseded`);
    this.name = 'Superseded';
  }
}

/** Seconds that a finished job's outcome is kept for a repeated request. */
const retention = 7 * 86_400;

/**
 * Asks the subject's host for a job on behalf of a waiting workflow task, and takes the workflow's intent out of the
 * outbox. The facts of the job are those of the workflow's options that its kind names. Idempotent by operation and
 * step: asked again, the job answers the new token. Throws Superseded, or a ZodError where a fact is missing.
 */
export async function requestJob(input: WorkflowInput & { token: string }, kind: JobKind): Promise<void> {
  const { operation, token, account_id, instance_id, options } = input;
  const { host_id } = await holder(input);
  const asked = { ...options, host_id, operation, step: kind, kind, token, account_id, instance_id };
  const job = await putQueuedJob(newJob(asked, retention));
  await commitEffect({ writes: [job, removeIntent(operation)], rings: true });
}

/** The instance, volume or snapshot, while this operation still holds it. */
async function holder(input: WorkflowInput): Promise<Subject> {
  const record = await getSubject(input.account_id, input.instance_id);
  if (record?.operation?.id !== input.operation) throw new Superseded(input.operation);
  return record;
}
