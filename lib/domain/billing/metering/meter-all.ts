import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { allWork } from '#lib/model/platform/spread.ts';
import { dueMetering, nextMetering } from '#lib/store/billing/due-accounts.ts';
import { debit, type StopAll } from './debit.ts';

/** Items that are worked on at the same time. */
const concurrency = 8;

/**
 * Charges every account that is due: hourly while it has billable resources, and after every change. Where time runs
 * out, the next call continues.
 */
export async function meter(stopAll: StopAll, share = allWork): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const seen = new Set<string>();
  await forEachDue(
    dueMetering(rfc3339(now)),
    async ({ account_id }) => {
      if (seen.has(account_id)) return;
      seen.add(account_id);
      await debit(account_id, now, stopAll);
    },
    { concurrency, share },
  );
  return { next_at: await nextMetering(share) };
}
