import { createSubscription } from '#lib/domain/billing/subscriptions/subscribe.ts';
import { route } from '#lib/edge/route.ts';
import { newSubscription, subscriptionInput } from '#lib/model/billing/subscription.ts';

/** Subscribes the account to a monthly plan, which is paid at the checkout. 409 when it has a plan already, 503. */
export const handler = route(
  {
    name: 'createSubscription',
    action: 'billing:CreateSubscription',
    resource: () => 'subscription',
    created: (_, { id }) => `subscription/${id}`,
    body: subscriptionInput,
    reply: newSubscription,
    etag: 'always',
    status: 201,
  },
  (context, { body }) => createSubscription(context, body),
);
