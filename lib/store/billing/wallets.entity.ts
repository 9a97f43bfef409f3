import * as z from 'zod';
import { ledgerAccounts, transaction } from '#lib/model/billing/wallet.ts';
import { entity } from '#lib/store/entity.ts';

/** Amounts are integers in paise; `available_paise` is the balance minus the holds. */
export const walletRecord = z.strictObject({
  account_id: z.string(),
  balance_paise: z.number(),
  available_paise: z.number(),
  /** The part of the balance that was granted rather than paid; it is used first. */
  credit_paise: z.number(),
  /** The month (IST) whose budget is used up, if the budget blocks new spending. */
  over_budget: z.string().nullable().exactOptional(),
  /** The number of entries. */
  entries: z.number(),
  /** The time of the last entry (civil clock, epoch milliseconds). No entry is dated before an earlier one. */
  last_entry_ms: z.number(),
  /** When the ledger is reconciled next (RFC 3339); absent if it has been reconciled since the last entry. */
  reconcile_at: z.string().exactOptional(),
});

/** An entry of the double-entry ledger. Its lines sum to zero. Entries are never changed or removed. */
export const ledgerEntry = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  /** Its number within the account's ledger, from 1 without gaps. */
  number: z.number(),
  /** What caused the entry. Each source has one entry in an account. */
  source: z.string(),
  type: transaction.shape.type,
  description: z.string(),
  at: z.string(),
  lines: z.array(
    z.strictObject({
      account: z.enum(ledgerAccounts),
      amount_paise: z.number(),
    }),
  ),
  balance_after_paise: z.number(),
  order_id: z.string().exactOptional(),
  invoice_id: z.string().exactOptional(),
});

export const holdRecord = z.strictObject({
  operation: z.string(),
  amount_paise: z.number(),
});

export const entities = {
  wallet: entity({
    about: 'wallet',
    pk: 'A#<account>#wallet',
    sk: 'WALLET',
    index: { name: 'reconcileIndex', pk: 'RECONCILE', sk: '<due>', isDivided: true },
    read: 'creations, billing; reconciliation',
    record: walletRecord,
  }),
  ledger: entity({
    about: 'ledger entry',
    pk: 'A#<account>#ledger',
    sk: '<transaction>',
    read: 'transactions, reconciliation',
    record: ledgerEntry,
  }),
  usage: entity({
    about: 'usage debit',
    pk: 'A#<account>#usage',
    sk: '<transaction>',
    read: 'transactions?include=debits',
    record: ledgerEntry,
  }),
  posted: entity({
    about: 'posted source',
    pk: 'A#<account>#posted',
    sk: '<source>',
    read: 'posting: a source has one entry',
    record: z.strictObject({
      entry_id: z.string(),
    }),
  }),
  hold: entity({
    about: 'wallet hold',
    pk: 'A#<account>#wallet',
    sk: 'HOLD#<operation>',
    read: 'settling a launch',
    record: holdRecord,
  }),
};
