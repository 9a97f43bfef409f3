import { listLedgerDifferences } from '#lib/domain/billing/wallets/differences.ts';
import { route } from '#lib/edge/route.ts';
import { ledgerDifference } from '#lib/model/billing/difference.ts';
import { knownValues, listOf, shortListQuery } from '#lib/model/platform/lists.ts';

/** Lists the differences that reconciliation found in the ledgers of accounts. */
export const handler = route(
  {
    name: 'listLedgerDifferences',
    action: 'platform:Audit',
    resource: () => 'ledger-difference/*',
    query: shortListQuery('status', 'account_id').superRefine(
      knownValues('status', ledgerDifference.shape.status.options),
    ),
    reply: listOf('ledger_differences', ledgerDifference),
  },
  (context, { query }) => listLedgerDifferences(context, query),
);
