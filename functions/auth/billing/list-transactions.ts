import { listTransactions } from '#lib/domain/billing/wallets/list-transactions.ts';
import { route } from '#lib/edge/route.ts';
import { transaction, transactionQuery } from '#lib/model/billing/wallet.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/**
 * Lists the wallet's credits, newest first; `include` adds debits for usage. `from` and `to` are times, or days in IST,
 * both inclusive.
 */
export const handler = route(
  {
    name: 'listTransactions',
    action: 'billing:ListTransactions',
    resource: () => 'wallet',
    query: transactionQuery,
    reply: listOf('transactions', transaction),
  },
  (context, { query }) => listTransactions(context, query),
);
