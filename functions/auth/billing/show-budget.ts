import { getBudget } from '#lib/domain/billing/summary/budget.ts';
import { route } from '#lib/edge/route.ts';
import { budget } from '#lib/model/billing/billing.ts';

/** What the account means to spend in a month, and what it has spent of it. */
export const handler = route(
  {
    name: 'getBudget',
    action: 'billing:GetBudget',
    resource: () => 'budget',
    reply: budget,
  },
  (context) => getBudget(context),
);
