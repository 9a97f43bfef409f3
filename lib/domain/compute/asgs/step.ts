import { isStale } from '#lib/domain/platform/retry.ts';
import { getAsg } from '#lib/store/compute/asgs.ts';
import { removeIntent } from '#lib/store/platform/outbox.ts';
import { transact } from '#lib/store/platform/write.ts';
import { changed, claimed, GroupChanged } from './changes.ts';
import { ensureFollowed, isBusy, reconcile, secondsUntilDue } from './reconcile.ts';
import type { Situation } from './situation.ts';

export interface Evaluation {
  operation: string;
  account_id: string;
  asg_id: string;
  /** The number of evaluations that this workflow has already done. */
  turn: number;
  /** Whether the workflow evaluates the group only once, because a client stopped or terminated a member. */
  glance?: boolean | undefined;
}

/**
 * Evaluations of one workflow, after which only the scheduled task continues. They take longer than any machine needs
 * to start or end.
 */
const maxTurns = 150;

const done = { wait_seconds: 0 };

/**
 * One evaluation by a workflow: takes all steps that are possible now. Returns the seconds until the next evaluation; 0
 * for none.
 */
export async function followGroup({ operation, account_id, asg_id, turn, glance }: Evaluation) {
  if (turn === 0) await transact([removeIntent(operation)]);
  const group = await getAsg(account_id, asg_id);
  const isCurrent = group?.operation === operation;
  // The group was released until its due moment. Any workflow that resumes may continue with it.
  const isFree = group?.operation === null && turn > 0;
  if (!(isCurrent || isFree || glance)) return done;
  const situation = await reconcile(account_id, asg_id);
  if (!situation) return done;
  const { group: after } = situation;
  if (after.operation === null) await ensureFollowed(situation);
  if (after.operation !== operation || !isBusy(after) || turn >= maxTurns) return done;
  return { wait_seconds: (await releaseUntilDue(situation)) || (turn < 30 ? 1 : 5) };
}

/**
 * Releases a group that waits only for the civil clock, so that the scheduled task can continue earlier if that clock
 * is moved. Returns the seconds until the due moment; 0 where the group waits for anything else.
 */
async function releaseUntilDue(situation: Situation): Promise<number> {
  const { group, now } = situation;
  const seconds = secondsUntilDue(situation);
  if (seconds === 0) return 0;
  try {
    await claimed(group, changed(group, { operation: null }, now));
    return seconds;
  } catch (error) {
    if (error instanceof GroupChanged || isStale(error)) return 0;
    throw error;
  }
}
