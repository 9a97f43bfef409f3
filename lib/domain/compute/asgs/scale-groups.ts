import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { allWork } from '#lib/model/platform/spread.ts';
import { everyAsg } from '#lib/store/compute/asgs.ts';
import { ensureFollowed, nextDueAt, reconcile, secondsUntilDue } from './reconcile.ts';

/** Groups that are evaluated at the same time. */
const concurrency = 24;

/** Evaluates every group. Returns the first moment at which a group has something to do because time has passed. */
export async function scaleGroups(share = allWork): Promise<{ next_at: string | null }> {
  let next = Number.POSITIVE_INFINITY;
  const isComplete = await forEachDue(
    everyAsg(),
    async ({ account_id, asg_id }) => {
      const situation = await reconcile(account_id, asg_id);
      if (!situation) return;
      // A workflow that waits for the due moment resumes automatically, and the scheduled task runs at the moment that
      // it returned.
      if (secondsUntilDue(situation) === 0) await ensureFollowed(situation);
      next = Math.min(next, nextDueAt(situation));
    },
    { concurrency, share },
  );
  if (!isComplete) return { next_at: rfc3339(civilNow()) };
  return { next_at: Number.isFinite(next) ? new Date(next).toISOString() : null };
}
