import { keys } from './keys.ts';
import { get } from './read.ts';
import { create, remove, require, update, type Write } from './write.ts';

/** Integer paise throughout; `available_paise` is the balance less what is held. */
export interface WalletRecord {
  balance_paise: number;
  available_paise: number;
}

/** One entry of the double-entry ledger: its lines sum to zero. Source: contract 3.9, design §3. */
export interface LedgerEntry {
  id: string;
  type: 'credit' | 'topup' | 'refund' | 'adjustment' | 'usage';
  description: string;
  at: string;
  lines: { account: 'wallet' | 'promotion' | 'gateway' | 'revenue' | 'gst_payable'; amount_paise: number }[];
}

export const getWallet = (account: string) => get<WalletRecord>(keys.wallet(account));

/** Opens a wallet with a credit and the entry that accounts for it; no entry where the credit is 0. */
export function openWallet(account: string, credit: number, entry: LedgerEntry): Write[] {
  return [
    create({ ...keys.wallet(account), balance_paise: credit, available_paise: credit }),
    ...(credit > 0 ? [create({ ...keys.ledger(account, entry.id), ...entry })] : []),
  ];
}

/** Holds an amount for an operation; `refuse` is told what is available where that is too little. */
export function hold(
  account: string,
  operation: string,
  amount: number,
  refuse: (available: number) => Error,
): Write[] {
  return [
    update(keys.wallet(account), { add: { available_paise: -amount } }, [['available_paise', '>=', amount]], (old) =>
      refuse(old?.available_paise ?? 0),
    ),
    create({ ...keys.hold(account, operation), amount_paise: amount }),
  ];
}

/** Gives a hold back; it was taken by exactly one operation and is released by it once. */
export function releaseHold(account: string, operation: string, amount: number): Write[] {
  return [
    remove(keys.hold(account, operation), [['pk', 'exists']]),
    update(keys.wallet(account), { add: { available_paise: amount } }),
  ];
}

/** Requires an amount to be available, and takes none of it. */
export const requireAvailable = (account: string, amount: number, refuse: (available: number) => Error): Write =>
  require(keys.wallet(account), [['available_paise', '>=', amount]], (old) => refuse(old?.available_paise ?? 0));
