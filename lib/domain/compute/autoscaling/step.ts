import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceRule } from './advance.ts';

export interface Evaluation {
  operation: string;
  account_id: string;
  instance_id: string;
  /** How many evaluations this workflow has done before. */
  turn: number;
}

/** Evaluations of one workflow, after which only the scheduled task goes on. */
const maxTurns = 150;

/**
 * One evaluation by a workflow: takes the rule's change as far as possible. A workflow whose change is over begins no
 * other; that is the scheduled task's. Returns the seconds until the next evaluation; 0 for none.
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
