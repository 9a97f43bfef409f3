import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueSubscriptions, nextSubscription } from '#lib/store/billing/subscriptions.ts';
import { syncSubscription } from './sync.ts';

/** Asks the gateway about every subscription that is due for a check. */
export async function checkSubscriptions(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachDue(dueSubscriptions(rfc3339(now)), (record) => syncSubscription(record, now));
  return { next_at: await nextSubscription() };
}
