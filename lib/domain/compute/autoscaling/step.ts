import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { advanceRule } from './advance.ts';

export interface Turn {
  operation: string;
  account_id: string;
  instance_id: string;
  /** How often this workflow has looked before. */
  turn: number;
}

/** Looks that a workflow takes before the autoscale schedule alone goes on. */
const mostTurns = 150;

/** One look of a workflow at its change: takes it as far as it goes, and answers after how many seconds to look again; 0 for no more. */
export async function followRule({
  operation,
  account_id,
  instance_id,
  turn,
}: Turn): Promise<{ wait_seconds: number }> {
  if (turn === 0) await transact([removeIntent(operation)]);
  const rule = await advanceRule(account_id, instance_id);
  if (rule?.operation !== operation || turn >= mostTurns) return { wait_seconds: 0 };
  return { wait_seconds: turn < 30 ? 1 : 5 };
}
