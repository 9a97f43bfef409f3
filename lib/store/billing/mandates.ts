import type { Mandate } from '#lib/model/billing/mandate.ts';
import { autopayIndex, keys } from '#lib/store/keys.ts';
import { all, get, type Item, query } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

/** A debit under a mandate that was announced to its owner. */
export interface Debit {
  /** The top-up's order, made when it is time. */
  order_id: string;
  amount_paise: number;
  /** With GST. */
  total_paise: number;
  at: string;
  /** `processing` once the gateway was asked. */
  status: 'notified' | 'processing';
}

/** An account's mandate; there is one at a time, and the last one stands until the next. */
export interface MandateRecord {
  id: string;
  account_id: string;
  status: Mandate['status'];
  method: Mandate['method'];
  max_amount_paise: number;
  topup_amount_paise: number;
  threshold_paise: number;
  valid_until: string;
  failure_reason: string | null;
  /** At the gateway: who pays, the order that authorises it, and the mandate itself. */
  customer_id: string | null;
  gateway_order_id: string | null;
  token_id: string | null;
  authorize_until: string | null;
  debit: Debit | null;
  /** The month (IST) of its last debit: there is one in each. */
  cycle: string | null;
  /** Debits in a row that failed. */
  failures: number;
  /** When it is next to be looked at (RFC 3339, civil clock); null for never. */
  due: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

export const getMandate = (account: string) => get<MandateRecord>(keys.mandate(account));

/** A mandate in place of the one that was read, if any; stale where that has changed since. */
export function putMandate(before: MandateRecord | undefined, next: MandateRecord): Write {
  const index = { gsi1pk: next.due ? autopayIndex : undefined, gsi1sk: next.due ?? undefined };
  const version = (before?.version ?? 0) + 1;
  return put({ ...next, ...keys.mandate(next.account_id), ...index, version }, [
    before ? ['version', '=', before.version] : ['pk', 'absent'],
  ]);
}

/** Mandates that are to be looked at at this moment (RFC 3339); through an index, which may be a moment behind. */
export const dueMandates = (now: string) => all<MandateRecord>({ pk: autopayIndex, index: 'gsi1', upTo: now });

/** When the next one is, or null. */
export async function nextMandate(): Promise<string | null> {
  const { items } = await query<Item>({ pk: autopayIndex, index: 'gsi1', limit: 1 });
  return items[0]?.gsi1sk ?? null;
}
