import type { PlatformAuditLog } from '#lib/generated/client/schemas.ts';
import { platformClock } from '#lib/web/api/clock.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { RequestLine } from '#lib/web/parts/request-line.tsx';
import { sourceText } from '#lib/web/parts/source.ts';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const columns: readonly Column<PlatformAuditLog>[] = [
  { title: 'When', sort: 'created_at', cell: ({ at }) => <Time at={at} /> },
  { title: 'Who', cell: ({ actor, account_id }) => <span title={account_id ?? undefined}>{actor.name}</span> },
  { title: 'Action', cell: ({ action, resource }) => <span title={resource}>{action}</span> },
  { title: 'Request', cell: RequestLine },
  {
    title: 'Reply',
    cell: ({ status }) => <span className={`status ${status < 400 ? 'good' : 'bad'}`}>{status}</span>,
  },
  { title: 'From', cell: (log) => <span title={log.user_agent}>{sourceText(log)}</span> },
];

/** The last twelve months, this one first: `2026-11`. */
function months(): string[] {
  const now = new Date(platformClock.now());
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

/** The platform's own log: what operators changed or tried to, and refusals that belong to no account. */
export const Page = () => (
  <ListPage
    operation="listPlatformAuditLogs"
    title="Platform log"
    noun="entry"
    columns={columns}
    filters={[{ name: 'month', label: 'Month', values: months() }]}
    empty="Everything that operators change or try to change is recorded here by month, with requests that belong to no account."
    command="svc platform list-audit-logs"
  />
);
