import { listAuditLogs } from '#lib/domain/platform/audit/list.ts';
import { route } from '#lib/edge/route.ts';
import { auditLog, auditQuery } from '#lib/model/platform/audit.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/** What was changed, or tried to be, in the account: of the newest 200 requests those that match, newest first. */
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
