import type { Mandate } from '#lib/model/billing/mandate.ts';
import { autopayIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { all, firstOfIndex, get } from '#lib/store/platform/read.ts';
import { changing, put, update, type Write } from '#lib/store/platform/write.ts';

/** An announced debit of a mandate. */
export interface Debit {
  /** The id of the top-up's order, which is created when the debit is due. */
  order_id: string;
  amount_paise: number;
  /** With GST, in paise. */
  total_paise: number;
  at: string;
  /** `processing` once the gateway has been asked for the debit. */
  status: 'notified' | 'processing';
}

/** An account's mandate. There is one at a time; an ended one stays until the next is created. */
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
  /** Ids at the gateway: the customer, the order that authorises the mandate, and the mandate itself. */
  customer_id: string | null;
  gateway_order_id: string | null;
  token_id: string | null;
  authorize_until: string | null;
  debit: Debit | null;
  /** The month (IST) of its last debit; at most one debit in each month. */
  cycle: string | null;
  /** The number of consecutive failed debits. */
  failures: number;
  /** When it is handled next (RFC 3339, civil clock); null for never. */
  due: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

declare module '#lib/store/records.ts' {
  interface Records {
    mandate: MandateRecord;
  }
}

export const getMandate = (account: string) => get(keys.mandate(account));

/** Stores a mandate in place of the one that was read, if any. Stale when that has changed. */
export function putMandate(before: MandateRecord | undefined, next: MandateRecord): Write {
  const index = { gsi1pk: next.due ? autopayIndex : undefined, gsi1sk: next.due ?? undefined };
  const version = (before?.version ?? 0) + 1;
  const write = put({ ...next, ...keys.mandate(next.account_id), ...index, version }, [
    before ? ['version', '=', before.version] : ['pk', 'absent'],
  ]);
  return changing('mandate', before, next, write);
}

/**
 * Moves when a mandate is handled next. Nothing that a client sees changes, so it keeps its version. Stale when it has
 * changed since it was read.
 */
export const postponeMandate = ({ account_id, version }: MandateRecord, due: string): Write =>
  update(keys.mandate(account_id), { set: { due, gsi1pk: autopayIndex, gsi1sk: due } }, [['version', '=', version]]);

/** Mandates that are due at this moment (RFC 3339), by an index, which may be slightly behind. */
export const dueMandates = (now: string) => all({ pk: autopayIndex, index: 'gsi1', upTo: now });

/** When the next mandate is due, or null. */
export async function nextMandate(): Promise<string | null> {
  return (await firstOfIndex(autopayIndex))?.gsi1sk ?? null;
}
