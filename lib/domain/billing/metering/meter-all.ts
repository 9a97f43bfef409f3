import { forEachConcurrently } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueAccounts, nextMetering } from '#lib/store/billing/metering.ts';
import { debit, type StopAll } from './debit.ts';

/** Accounts that are charged at the same time. */
const concurrency = 8;

/** Charges every account that is due: hourly while it has billable resources, and after every change. */
export async function meter(stopAll: StopAll): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachConcurrently(dueAccounts(rfc3339(now)), concurrency, (account) => debit(account, now, stopAll));
  return { next_at: await nextMetering() };
}
