import { startIntended } from '#lib/domain/platform/commit.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { dueIntents, nextIntent } from '#lib/store/platform/due-operations.ts';
import { type Intent, removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { forEachDue } from './for-each.ts';

/**
 * Starts every workflow that a transaction intended but that was not started after it, as after a crash in between.
 * Returns when the next intent is overdue.
 */
export async function sendOutbox(): Promise<{ next_at: string | null }> {
  const now = realNow().getTime();
  if (!(await forEachDue(dueIntents(now), send))) return { next_at: rfc3339(civilNow()) };
  const due = await nextIntent();
  // The workflow of an overdue intent has started, and removes the intent.
  if (due === undefined || due <= now) return { next_at: null };
  return { next_at: new Date(civilNow().getTime() + due - now).toISOString() };
}

/** Starts the workflow, or removes the intent if the workflow has ended without doing so. */
async function send(intent: Intent): Promise<void> {
  const status = await workflowStatus(intent.machine, intent.operation);
  if (status === 'absent') await startIntended(intent);
  else if (status !== 'RUNNING') await transact([removeIntent(intent.operation)]);
}
