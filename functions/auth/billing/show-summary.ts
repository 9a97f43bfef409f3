import { getSummary } from '#lib/domain/billing/summary/summary.ts';
import { route } from '#lib/edge/route.ts';
import { billingSummary, summaryQuery } from '#lib/model/billing/billing.ts';
import { billedReference } from '#lib/model/identity/policy/references.ts';

/**
 * Shows the account's balance, its hourly cost, how long the balance lasts, and the spend by day, month and service;
 * `resource_id` adds the cost of up to 50 resources in this month.
 */
export const handler = route(
  {
    name: 'getSummary',
    action: 'billing:GetSummary',
    resource: () => 'wallet',
    names: { 'query.resource_id': billedReference },
    query: summaryQuery,
    reply: billingSummary,
  },
  (context, { query }) => getSummary(context, query),
);
