import { realNow } from '#lib/drivers/clocks/real.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { dueIntents, type Intent, removeIntent } from '#lib/store/outbox.ts';
import { transact } from '#lib/store/write.ts';
import { begin } from './begin.ts';
import { forEach } from './for-each.ts';

/** Starts every workflow that was intended and that nobody started: the crash between transaction and start. */
export async function sendOutbox(): Promise<{ next_at: null }> {
  await forEach(dueIntents(realNow().getTime()), send);
  return { next_at: null };
}

/** A workflow that started and ended without its first task leaves its intent behind. */
async function send(intent: Intent): Promise<void> {
  const status = await workflowStatus(intent.machine, intent.operation);
  if (status === 'absent') await begin(intent);
  else if (status !== 'RUNNING') await transact([removeIntent(intent.operation)]);
}
