import { putBudget } from '#lib/domain/billing/summary/budget.ts';
import { route } from '#lib/edge/route.ts';
import { budget, budgetInput } from '#lib/model/billing/billing.ts';

/**
 * Sets the account's budget: alerts by mail and webhook. With `block_new`, an exhausted budget also refuses new
 * spending; scheduled backups and replacements of a group's members continue.
 */
export const handler = route(
  {
    name: 'putBudget',
    action: 'billing:PutBudget',
    resource: () => 'budget',
    body: budgetInput,
    versioned: true,
    dryRun: true,
    reply: budget,
    etag: 'always',
  },
  (context, { body }) => putBudget(context, body),
);
