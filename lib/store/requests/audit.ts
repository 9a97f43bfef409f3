import type { Principal } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from '#lib/store/platform/lists.ts';
import { query } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

/**
 * One line of an account's audit log (contract 2): the actor, the request, its origin and its outcome; never a body.
 */
export interface AuditRecord {
  id: string;
  account_id: string;
  at: string;
  actor: { type: Principal['type']; id: string; name: string; access_key_id: string | null };
  service: string;
  method: string;
  path: string;
  action: string;
  resource: string;
  status: number;
  request_id: string;
  source_ip: string;
  /** The instance that the request came from, or null; absent in older entries. */
  source_instance?: string | null;
  user_agent: string;
  idempotency_replayed: boolean;
  /** The SRN of what a creation made; absent in older entries. */
  created_resource?: string | null;
}

declare module '#lib/store/records.ts' {
  interface Records {
    audit: AuditRecord;
  }
}

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

/** Entries of an account's log between two ids, from the one after `after` (its id) on. */
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
