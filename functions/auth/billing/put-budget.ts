import { putBudget } from '#lib/domain/billing/summary/budget.ts';
import { route } from '#lib/edge/route.ts';
import { budget, budgetInput } from '#lib/model/billing/billing.ts';

/** Sets the account's budget: alerts by mail and webhook, and with `block_new` nothing new once it is used up; backups on schedule and members in the place of others go on. */
export const handler = route(
  {
    name: 'putBudget',
    action: 'billing:PutBudget',
    resource: () => 'budget',
    body: budgetInput,
    reply: budget,
  },
  (context, { body }) => putBudget(context, body),
);
