import { failDisk } from '#lib/domain/compute/disks/endings.ts';
import { settleError, settleFailedLaunch, settleTerminated } from '#lib/domain/compute/instances/endings.ts';
import { requestJob } from '#lib/domain/compute/jobs/request.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { getSubject } from '#lib/store/compute/jobs.ts';
import { dueDeadlines } from '#lib/store/platform/due-operations.ts';
import { type Deadline, removeDeadline } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Milliseconds past its deadline after which an operation is ended although its workflow still runs. */
const overdueGrace = 10 * 60_000;

/** The token of a job for whose result no workflow waits. */
const noWorkflow = 'nobody';

/**
 * How the operations of a workflow end. Those that release the place on the host also make the host remove the machine,
 * now or once it has come back.
 */
const endings: Record<string, (input: WorkflowInput, reason: string) => Promise<void>> = {
  launch: async (input, reason) => {
    await requestJob({ ...input, token: noWorkflow }, 'destroy');
    await settleFailedLaunch(input, reason);
  },
  terminate: async (input) => {
    await requestJob({ ...input, token: noWorkflow }, 'destroy');
    await settleTerminated(input);
  },
  disk: (input) => failDisk({ ...input, error: 'States.Timeout', cause: '', undone: false }),
};

/**
 * Ends every overdue operation whose workflow no longer runs, so that no resource stays in a transient status forever.
 */
export async function endOverdue(): Promise<{ next_at: string | null }> {
  const now = realNow().getTime();
  const isDone = await forEachDue(dueDeadlines(now), (deadline) => endOperation(deadline, now));
  return { next_at: isDone ? null : rfc3339(civilNow()) };
}

async function endOperation(deadline: Deadline, now: number): Promise<void> {
  const { operation, account_id, instance_id, machine } = deadline;
  const subject = await getSubject(account_id, instance_id);
  if (subject?.operation?.id !== operation) return transact([removeDeadline(operation)]);
  const running = (await workflowStatus(machine, operation)) === 'RUNNING';
  if (running && now < deadline.due + overdueGrace) return;
  const settle = endings[machine] ?? settleError;
  const { kind } = subject.operation;
  await settle({ operation, account_id, instance_id, options: { kind } }, `${machine} did not finish in time`);
}
