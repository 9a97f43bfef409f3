import { callGateway } from '#lib/domain/billing/topups/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { endSubscription } from '#lib/drivers/payments/subscriptions.ts';
import type { Subscription } from '#lib/model/billing/subscription.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getSubscription, putSubscription } from '#lib/store/billing/subscriptions.ts';
import { hasEnded, toSubscription } from './resource.ts';
import { applyGatewayState } from './sync.ts';

/**
 * Cancels the account's subscription at the end of its period, or at once. A subscription that was never paid always
 * ends at once. Refuses with 409 when there is none to cancel, and with 503.
 */
export async function cancelSubscription(
  context: Context,
  { at_period_end }: { at_period_end: boolean },
): Promise<Subscription> {
  const { account_id } = context.principal;
  const record = await getSubscription(account_id);
  if (!record || hasEnded(record)) {
    throw new ApiError('wrong_state', `account ${account_id} is on plan free; there is no subscription to cancel`);
  }
  context.match(record.version);
  if (record.cancel_at_period_end && at_period_end) {
    const end = record.current_period_end;
    throw new ApiError(
      'wrong_state',
      `subscription ${record.id} is already cancelled and ends with its period (${end})`,
    );
  }
  await context.claimed();
  const later = at_period_end && record.current_period_end !== null;
  const found = await callGateway(() => endSubscription(record.gateway_subscription_id, later));
  const next = applyGatewayState({ ...record, cancel_at_period_end: later }, found, context.now);
  return context.commit({
    writes: [putSubscription(record, next)],
    reply: toSubscription(next),
    version: record.version + 1,
  });
}
