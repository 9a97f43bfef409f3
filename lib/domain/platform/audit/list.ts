import type { Context } from '#lib/domain/platform/context.ts';
import type { AuditLog, AuditQuery } from '#lib/model/platform/audit.ts';
import { type AuditRecord, newestAudit } from '#lib/store/requests/audit.ts';

/** The most entries that the log shows. Filters apply to these entries only. */
const window = 200;

/** The changes and attempted changes in the caller's account, newest first (contract 4.9). */
export async function listAuditLogs(
  context: Context,
  { limit, ...query }: AuditQuery,
): Promise<{ audit_logs: AuditLog[]; next_cursor: '' }> {
  const newest = await newestAudit(context.principal.account_id, window);
  const matching = newest.filter((entry) => matches(entry, query));
  return { audit_logs: matching.slice(0, limit).map(toAuditLog), next_cursor: '' };
}

function matches(entry: AuditRecord, { service, method, q }: Omit<AuditQuery, 'limit'>): boolean {
  if (service && entry.service !== service) return false;
  if (method && entry.method !== method) return false;
  return !q || entry.path.toLowerCase().includes(q.toLowerCase());
}

const toAuditLog = ({ id, account_id, at, actor, service, method, path, ...rest }: AuditRecord): AuditLog => ({
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
  user_agent: rest.user_agent,
  idempotency_replayed: rest.idempotency_replayed,
  created_at: at,
  updated_at: at,
});
