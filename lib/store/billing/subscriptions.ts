import type { Stored } from '#lib/store/entity.ts';
import { subscriptionIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { due, firstOfIndex, get } from '#lib/store/platform/read.ts';
import { changing, put, transact, type Write } from '#lib/store/platform/write.ts';
import type { subscriptionRecord } from './subscriptions.entity.ts';

/** An account's subscription. An ended one stays until the next is created. */
export type SubscriptionRecord = Stored<typeof subscriptionRecord>;

/**
 * What is needed to credit a subscription's payments. It is stored under the gateway's id, so that it is found even
 * after another subscription has replaced this one.
 */
export type Subscribed = Pick<SubscriptionRecord, 'account_id' | 'plan_id' | 'price_paise' | 'gateway_subscription_id'>;

export const getSubscription = (account: string) => get(keys.subscription(account));

/** Stores a subscription in place of the one that was read, if any. Stale when that has changed. */
export function putSubscription(before: SubscriptionRecord | undefined, next: SubscriptionRecord): Write {
  const index = { gsi1pk: next.due ? subscriptionIndex : undefined, gsi1sk: next.due ?? undefined };
  const version = (before?.version ?? 0) + 1;
  const write = put({ ...next, ...keys.subscription(next.account_id), ...index, version }, [
    before ? ['version', '=', before.version] : ['pk', 'absent'],
  ]);
  return changing('subscription', before, next, write);
}

/** Subscriptions that are due for a check at this moment (RFC 3339), by an index, which may be slightly behind. */
export const dueSubscriptions = (now: string) => due(subscriptionIndex, now);

/** When the next subscription is due for a check, or null. */
export async function nextSubscription(): Promise<string | null> {
  return (await firstOfIndex(subscriptionIndex))?.gsi1sk ?? null;
}

/** The gateway's id of a plan under these keys; undefined until it is created. */
export const gatewayPlan = async (keyId: string, plan: string): Promise<string | undefined> =>
  (await get(keys.gatewayPlan(keyId, plan)))?.plan_id;

export const saveGatewayPlan = (keyId: string, plan: string, plan_id: string): Promise<void> =>
  transact([put({ ...keys.gatewayPlan(keyId, plan), plan_id })]);
