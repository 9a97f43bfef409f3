import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceRule } from './advance.ts';

export interface Evaluation {
  operation: string;
  account_id: string;
  instance_id: string;
  /** The number of evaluations that this workflow has already done. */
  turn: number;
}

/** Evaluations of one workflow, after which only the scheduled task continues. */
const maxTurns = 150;

/**
 * One evaluation by a workflow: advances the rule's change as far as possible. Once its change has ended, a workflow
 * does not begin another one; the scheduled task does. Returns the seconds until the next evaluation; 0 for none.
 */
export async function followRule({
  operation,
  account_id,
  instance_id,
  turn,
}: Evaluation): Promise<{ wait_seconds: number }> {
  if (turn === 0) await transact([removeIntent(operation)]);
  const rule = await advanceRule(account_id, instance_id, operation);
  if (rule?.operation !== operation || turn >= maxTurns) return { wait_seconds: 0 };
  return { wait_seconds: turn < 30 ? 1 : 5 };
}
