import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { AuditLog, AuditQuery } from '#lib/model/platform/audit.ts';
import { type AuditRecord, newestAudit } from '#lib/store/requests/audit.ts';

/** The maximum number of entries that the log shows. Filters apply to these entries only. */
const window = 200;

/** One page of the newest changes and attempted changes in the caller's account (contract 4.9). */
export async function listAuditLogs(
  context: Context,
  { limit, cursor, sort, ...filters }: AuditQuery,
): Promise<{ audit_logs: AuditLog[]; next_cursor: string }> {
  const newest = await newestAudit(context.principal.account_id, window);
  const matching = newest.filter((entry) => matches(entry, filters)).map(toAuditLog);
  const { service, method, q } = filters;
  const noun = JSON.stringify(['audit-log', service, method, q]);
  const { items, next_cursor } = await pageOf(context, noun, { limit, cursor, sort }, matching, { label: 'id' });
  return { audit_logs: items, next_cursor };
}

type Filters = Pick<AuditQuery, 'service' | 'method' | 'q'>;

function matches(entry: AuditRecord, { service, method, q }: Filters): boolean {
  if (service && entry.service !== service) return false;
  if (method && entry.method !== method) return false;
  return !q || entry.path.toLowerCase().includes(q.toLowerCase());
}

/** An entry as replies show it. */
export const toAuditLog = ({ id, account_id, at, actor, service, method, path, ...rest }: AuditRecord): AuditLog => ({
  id,
  account_id,
  at,
  actor,
  service,
  method,
  path,
  action: rest.action,
  resource: rest.resource,
  status: rest.status,
  request_id: rest.request_id,
  source_ip: rest.source_ip,
  source_instance: rest.source_instance ?? null,
  user_agent: rest.user_agent,
  idempotency_replayed: rest.idempotency_replayed,
  created_resource: rest.created_resource ?? null,
  created_at: at,
  updated_at: at,
});
