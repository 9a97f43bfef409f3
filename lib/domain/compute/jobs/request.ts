import { commitEffect } from '#lib/domain/platform/commit.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { type JobKind, putQueuedJob } from '#lib/store/compute/jobs.ts';
import { getSubject, type Subject } from '#lib/store/compute/subjects.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';

/** A later operation has taken the subject; its own workflow does what is to be done, so this one just ends. */
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
 * outbox. Idempotent by operation and step: asked again, the job answers the new token. Throws Superseded.
 */
export async function requestJob(input: WorkflowInput & { token: string }, kind: JobKind): Promise<void> {
  const record = await holder(input);
  const job = await putQueuedJob({
    host_id: record.host_id,
    operation: input.operation,
    step: kind,
    kind,
    account_id: input.account_id,
    instance_id: input.instance_id,
    token: input.token,
    state: 'queued',
    epoch: 0,
    options: input.options,
    outcome: null,
    created_at: realNow().toISOString(),
    ttl: Math.floor(civilNow().getTime() / 1000) + retention,
  });
  await commitEffect({ writes: [job, removeIntent(input.operation)], rings: true });
}

/** The instance, volume or snapshot, while this operation still holds it. */
async function holder(input: WorkflowInput): Promise<Subject> {
  const record = await getSubject(input.account_id, input.instance_id);
  if (record?.operation?.id !== input.operation) throw new Superseded(input.operation);
  return record;
}
