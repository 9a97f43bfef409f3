import { getSummary } from '#lib/domain/billing/summary/summary.ts';
import { route } from '#lib/edge/route.ts';
import { billingSummary } from '#lib/model/billing/billing.ts';

/**
 * Shows the account's balance, its hourly cost, how long the balance lasts, and the spend by day, month and service.
 */
export const handler = route(
  {
    name: 'getSummary',
    action: 'billing:GetSummary',
    resource: () => 'wallet',
    reply: billingSummary,
  },
  (context) => getSummary(context),
);
