import type { Stored } from '#lib/store/entity.ts';
import { autopayIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { due, firstOfIndex, get } from '#lib/store/platform/read.ts';
import { changing, put, update, type Write } from '#lib/store/platform/write.ts';
import type { debit, mandateRecord } from './mandates.entity.ts';

/** An announced debit of a mandate. */
export type Debit = Stored<typeof debit>;

/** An account's mandate. There is one at a time; an ended one stays until the next is created. */
export type MandateRecord = Stored<typeof mandateRecord>;

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
 * Changes when a mandate is handled next. Clients do not see this, so the version stays. Stale where the mandate has
 * changed since it was read.
 */
export const postponeMandate = ({ account_id, version }: MandateRecord, due: string): Write =>
  update(keys.mandate(account_id), { set: { due, gsi1pk: autopayIndex, gsi1sk: due } }, [['version', '=', version]]);

/** Mandates that are due at this moment (RFC 3339), by an index, which may be slightly behind. */
export const dueMandates = (now: string) => due(autopayIndex, now);

/** When the next mandate is due, or null. */
export async function nextMandate(): Promise<string | null> {
  return (await firstOfIndex(autopayIndex))?.gsi1sk ?? null;
}
