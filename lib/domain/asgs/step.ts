import { getAsg } from '#lib/store/asgs.ts';
import { removeIntent } from '#lib/store/outbox.ts';
import { transact } from '#lib/store/write.ts';
import { haveFollowed, isBusy, reconcile } from './reconcile.ts';

export interface Turn {
  operation: string;
  account_id: string;
  asg_id: string;
  /** How often this workflow has looked before. */
  turn: number;
}

/** Looks that a workflow takes before the scaling tick alone goes on: longer than any machine needs to come or go. */
const mostTurns = 150;

/** One look of a workflow at its group: does what can be done, and answers after how many seconds to look again; 0 for no more. */
export async function followGroup({ operation, account_id, asg_id, turn }: Turn): Promise<{ wait_seconds: number }> {
  if (turn === 0) await transact([removeIntent(operation)]);
  const group = await getAsg(account_id, asg_id);
  if (group?.operation !== operation) return { wait_seconds: 0 };
  const situation = await reconcile(account_id, asg_id);
  if (!situation) return { wait_seconds: 0 };
  const { group: after } = situation;
  if (after.operation === null) await haveFollowed(situation);
  if (after.operation !== operation || !isBusy(after) || turn >= mostTurns) return { wait_seconds: 0 };
  return { wait_seconds: turn < 30 ? 1 : 5 };
}
