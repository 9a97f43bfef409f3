import { fresh } from '#lib/domain/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type GatewaySubscription, subscriptionOf } from '#lib/drivers/payments/subscriptions.ts';
import { subscription } from '#lib/model/subscription.ts';
import { getSubscription, putSubscription, type SubscriptionRecord } from '#lib/store/subscriptions.ts';
import { transact } from '#lib/store/write.ts';
import { isOver } from './view.ts';

const minute = 60_000;

/** Milliseconds within which a new one is to be paid. */
const patience = 24 * 60 * minute;

/** When the gateway is next asked: soon while something is awaited, else at the end of the period; null for never. */
export function nextAsk(record: SubscriptionRecord, now: Date): string | null {
  if (isOver(record)) return null;
  const soon = now.getTime() + 10 * minute;
  const end = record.current_period_end ? Date.parse(record.current_period_end) + minute : 0;
  return rfc3339(new Date(record.status === 'active' && end > soon ? end : soon));
}

/** A subscription as the gateway says that it is. */
export function synced(record: SubscriptionRecord, found: GatewaySubscription, now: Date): SubscriptionRecord {
  const status = subscription.shape.status.safeParse(found.status).data ?? record.status;
  const time = (seconds: number | null) => (seconds === null ? null : rfc3339(new Date(seconds * 1000)));
  const next: SubscriptionRecord = {
    ...record,
    status,
    current_period_start: time(found.current_start),
    current_period_end: time(found.current_end),
    updated_at: rfc3339(now),
  };
  const unpaid = status === 'created' && Date.parse(record.created_at) + patience <= now.getTime();
  const ended = next.cancel_at_period_end && (next.current_period_end ?? '') <= rfc3339(now);
  if (unpaid) next.status = 'expired';
  else if (ended && status !== 'completed') next.status = 'cancelled';
  return { ...next, due: nextAsk(next, now) };
}

/** Asks the gateway about an account's subscription, and notes what it says. */
export const syncSubscription = (account: string, now: Date): Promise<void> =>
  fresh(async () => {
    const record = await getSubscription(account);
    if (!record || isOver(record)) return;
    const found = await subscriptionOf(record.gateway_subscription_id);
    await transact([putSubscription(record, synced(record, found, now))]);
  });
