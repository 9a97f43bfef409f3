import type { PlanId, Subscription } from '#lib/model/billing/subscription.ts';
import { keys, subscriptionIndex } from '#lib/store/keys.ts';
import { all, get, type Item, query } from '#lib/store/platform/read.ts';
import { put, transact, type Write } from '#lib/store/platform/write.ts';

/** An account's subscription; the last one stands until the next. */
export interface SubscriptionRecord {
  id: string;
  account_id: string;
  plan_id: PlanId;
  status: Subscription['status'];
  price_paise: number;
  current_period_start: string | null;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
  gateway_subscription_id: string;
  /** When the gateway is next asked about it (RFC 3339, civil clock); null for never. */
  due: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** What its payments are accounted for by: known under the gateway's id also when another took its place. */
export type Subscribed = Pick<SubscriptionRecord, 'account_id' | 'plan_id' | 'price_paise' | 'gateway_subscription_id'>;

export const getSubscription = (account: string) => get<SubscriptionRecord>(keys.subscription(account));

/** A subscription in place of the one that was read, if any; stale where that has changed since. */
export function putSubscription(before: SubscriptionRecord | undefined, next: SubscriptionRecord): Write {
  const index = { gsi1pk: next.due ? subscriptionIndex : undefined, gsi1sk: next.due ?? undefined };
  const version = (before?.version ?? 0) + 1;
  return put({ ...next, ...keys.subscription(next.account_id), ...index, version }, [
    before ? ['version', '=', before.version] : ['pk', 'absent'],
  ]);
}

/** Subscriptions of which it is time to ask; through an index, which may be a moment behind. */
export const dueSubscriptions = (now: string) =>
  all<SubscriptionRecord>({ pk: subscriptionIndex, index: 'gsi1', upTo: now });

/** When the next one is, or null. */
export async function nextSubscription(): Promise<string | null> {
  const { items } = await query<Item>({ pk: subscriptionIndex, index: 'gsi1', limit: 1 });
  return items[0]?.gsi1sk ?? null;
}

/** What the gateway calls a plan of ours, under these keys; undefined where it was not made yet. */
export const gatewayPlan = async (keyId: string, plan: string): Promise<string | undefined> =>
  (await get<{ plan_id: string }>(keys.gatewayPlan(keyId, plan)))?.plan_id;

export const saveGatewayPlan = (keyId: string, plan: string, plan_id: string): Promise<void> =>
  transact([put({ ...keys.gatewayPlan(keyId, plan), plan_id })]);
