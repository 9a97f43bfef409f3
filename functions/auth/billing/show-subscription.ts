import { showSubscription } from '#lib/domain/billing/subscriptions/show.ts';
import { route } from '#lib/edge/route.ts';
import { subscription } from '#lib/model/billing/subscription.ts';

/** Shows the account's plan: the free plan, or the plan of its subscription. */
export const handler = route(
  {
    name: 'getSubscription',
    action: 'billing:GetSubscription',
    resource: () => 'subscription',
    reply: subscription,
    etag: 'always',
  },
  (context) => showSubscription(context),
);
