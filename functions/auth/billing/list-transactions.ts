import { listTransactions } from '#lib/domain/wallets/list-transactions.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/lists.ts';
import { transaction, transactionQuery } from '#lib/model/wallet.ts';

/**
 * The history of the wallet's credits, newest first; with `include=debits` what was used stands between them. `from` and
 * `to` are times, or days in IST, both included.
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
