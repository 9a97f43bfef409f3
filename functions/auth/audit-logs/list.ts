import { listAuditLogs } from '#lib/domain/platform/audit/list.ts';
import { route } from '#lib/edge/route.ts';
import { auditLog, auditQuery } from '#lib/model/platform/audit.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/** Lists the changes and attempted changes in the account, newest first; filters apply to the newest 200 entries. */
export const handler = route(
  {
    name: 'listAuditLogs',
    action: 'audit:ListLogs',
    resource: () => 'audit-log',
    query: auditQuery,
    reply: listOf('audit_logs', auditLog),
  },
  (context, { query }) => listAuditLogs(context, query),
);
