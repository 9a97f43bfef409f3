import { getBudget } from '#lib/domain/billing/summary/budget.ts';
import { route } from '#lib/edge/route.ts';
import { budget } from '#lib/model/billing/billing.ts';

/** Shows the account's monthly budget, and how much of it is spent. */
export const handler = route(
  {
    name: 'getBudget',
    action: 'billing:GetBudget',
    resource: () => 'budget',
    reply: budget,
    etag: 'always',
  },
  (context) => getBudget(context),
);
