import { listPlatformAuditLogs } from '#lib/domain/platform/audit/list-platform.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/platform/lists.ts';
import { platformAuditLog, platformAuditQuery } from '#lib/model/platform/operated.ts';

/**
 * Lists a month of the platform's own log: what operators changed or tried to change, and refusals that belong to no
 * account.
 */
export const handler = route(
  {
    name: 'listPlatformAuditLogs',
    action: 'platform:Audit',
    resource: () => 'audit-log',
    query: platformAuditQuery,
    reply: listOf('audit_logs', platformAuditLog),
  },
  (context, { query }) => listPlatformAuditLogs(context, query),
);
