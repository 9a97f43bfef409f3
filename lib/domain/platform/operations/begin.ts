import { realNow } from '#lib/drivers/clocks/real.ts';
import { startWorkflow } from '#lib/drivers/workflows/start.ts';
import { hasIntent, type Intent, putIntent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Milliseconds after which the outbox schedule starts a workflow that nobody has started. */
const patience = 5_000;

/** The intent to start a workflow, for the transaction that makes it necessary. */
export const intend = (workflow: Intent): Write => putIntent(workflow, realNow().getTime() + patience);

/**
 * Whether a transaction that seems to have failed stands: no other could have left this intent. Its reply was lost on the
 * way, and the SDK's second try met its own effect.
 */
export const isIntended = ({ operation }: Intent): Promise<boolean> => hasIntent(operation).catch(() => false);

/** Starts an intended workflow right after its transaction; false where it could not, and the outbox schedule will. */
export async function begin({ machine, operation, input }: Intent): Promise<boolean> {
  try {
    await startWorkflow(machine, operation, input);
    return true;
  } catch {
    return false;
  }
}
