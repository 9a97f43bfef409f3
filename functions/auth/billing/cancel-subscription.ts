import { cancelSubscription } from '#lib/domain/billing/subscriptions/cancel.ts';
import { route } from '#lib/edge/route.ts';
import { subscription, subscriptionCancel } from '#lib/model/billing/subscription.ts';

/**
 * Cancels the subscription, at the end of its period or at once. The account is then on the free plan. 409 if there is
 * none, 503.
 */
export const handler = route(
  {
    name: 'cancelSubscription',
    action: 'billing:CancelSubscription',
    resource: () => 'subscription',
    body: subscriptionCancel,
    versioned: true,
    reply: subscription,
    etag: 'always',
  },
  (context, { body }) => cancelSubscription(context, body),
);
