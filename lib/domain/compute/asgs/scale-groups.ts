import { goRound } from '#lib/domain/platform/operations/round.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { asgRound } from '#lib/store/compute/asgs.ts';
import { dueOf, haveFollowed, reconcile, waitOf } from './reconcile.ts';

/** Looks after every group; names when the first of them has something to do that only time brings about. */
export async function scaleGroups(): Promise<{ next_at: string | null }> {
  let next = Number.POSITIVE_INFINITY;
  const isComplete = await goRound<{ account_id: string; asg_id: string }>(asgRound, async ({ account_id, asg_id }) => {
    const situation = await reconcile(account_id, asg_id);
    if (!situation) return;
    // Whoever let it go looks when its time comes; so does the scheduled task, which names that time.
    if (waitOf(situation) === 0) await haveFollowed(situation);
    next = Math.min(next, dueOf(situation));
  });
  if (!isComplete) return { next_at: rfc3339(civilNow()) };
  return { next_at: Number.isFinite(next) ? new Date(next).toISOString() : null };
}
