import { failDisk } from '#lib/domain/compute/disks/endings.ts';
import { settleError, settleFailedLaunch, settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { getSubject } from '#lib/store/compute/subjects.ts';
import { type Deadline, dueDeadlines, removeDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Milliseconds past its deadline that a workflow which still runs is left to itself. */
const patience = 10 * 60_000;

/** A token for which nobody waits: the job is done all the same. */
const nobody = 'nobody';

/** What gives its place on the host back has its machine removed there too, now or when the host is back. */
const endings: Record<string, (input: WorkflowInput, reason: string) => Promise<void>> = {
  launch: async (input, reason) => {
    await requestJob({ ...input, token: nobody }, 'destroy');
    await settleFailedLaunch(input, reason);
  },
  terminate: async (input) => {
    await requestJob({ ...input, token: nobody }, 'destroy');
    await settleTerminated(input);
  },
  disk: (input) => failDisk({ ...input, error: 'States.Timeout', cause: '', undone: false }),
};

/** Ends every operation whose workflow is gone without having settled it, so that no instance stays transient for ever. */
export async function endOverdue(): Promise<{ next_at: null }> {
  const now = realNow().getTime();
  await forEach(dueDeadlines(now), (deadline) => end(deadline, now));
  return { next_at: null };
}

async function end(deadline: Deadline, now: number): Promise<void> {
  const { operation, account_id, instance_id, machine } = deadline;
  const subject = await getSubject(account_id, instance_id);
  if (subject?.operation?.id !== operation) return transact([removeDeadline(operation)]);
  const running = (await workflowStatus(machine, operation)) === 'RUNNING';
  if (running && now < deadline.due + patience) return;
  const settle = endings[machine] ?? settleError;
  const { kind } = subject.operation;
  await settle({ operation, account_id, instance_id, options: { kind } }, `${machine} did not finish in time`);
}
