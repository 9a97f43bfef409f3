import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from '#lib/store/platform/lists.ts';
import { query } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';
import type { auditRecord } from './audit.entity.ts';

/**
 * One line of an account's audit log (contract 2): the actor, the request, its origin and its outcome; never a body.
 */
export type AuditRecord = Stored<typeof auditRecord>;

export const writeAudit = (record: AuditRecord): Write =>
  put({ ...record, ...keys.audit(record.account_id, record.id) });

/** The newest entries of an account's log, newest first, at most `limit`. */
export async function newestAudit(account: string, limit: number): Promise<AuditRecord[]> {
  const range = { pk: keys.audit(account, '').pk, newestFirst: true };
  const entries: AuditRecord[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const page = await query({ ...range, limit: limit - entries.length, after });
    entries.push(...page.items);
    after = page.last;
  } while (after && entries.length < limit);
  return entries;
}

/** Entries of an account's log between two ids, starting after `after` (its id). */
export async function auditBetween(
  account: string,
  between: readonly [least: string, most: string],
  { after, ...stretch }: Stretch,
): Promise<Rows<AuditRecord>> {
  const { pk } = keys.audit(account, '');
  const from = after && keys.audit(account, after.id);
  const page = await query({ pk, between, ...stretch, after: from && { ...from } });
  return { rows: page.items, isMore: page.last !== undefined };
}
