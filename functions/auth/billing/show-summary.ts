import { getSummary } from '#lib/domain/billing/summary/summary.ts';
import { route } from '#lib/edge/route.ts';
import { billingSummary } from '#lib/model/billing/billing.ts';

/** What the account has, what it spends an hour and how long that lasts, what it spent by day, month and service. */
export const handler = route(
  {
    name: 'getSummary',
    action: 'billing:GetSummary',
    resource: () => 'wallet',
    reply: billingSummary,
  },
  (context) => getSummary(context),
);
