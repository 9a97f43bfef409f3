import type { Context } from '#lib/domain/platform/context.ts';
import type { Subscription } from '#lib/model/billing/subscription.ts';
import { getSubscription } from '#lib/store/billing/subscriptions.ts';
import { currentSubscription } from './resource.ts';

/** Returns the account's plan and its subscription. */
export async function showSubscription(context: Context): Promise<Subscription> {
  const { account_id } = context.principal;
  const record = await getSubscription(account_id);
  return context.show(currentSubscription(account_id, record), record?.version ?? 0);
}
