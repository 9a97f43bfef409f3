import { useState } from 'react';
import type { AuditLog } from '#lib/generated/client/schemas.ts';
import { asSvcError } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { RequestLine } from '#lib/web/parts/request-line.tsx';
import { sourceText } from '#lib/web/parts/source.ts';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { csvOf } from './csv.ts';

const columns: readonly Column<AuditLog>[] = [
  { title: 'When', sort: 'created_at', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Who',
    cell: ({ actor }) => (
      <span>
        {actor.name} {actor.access_key_id && <span className="about">by {actor.access_key_id}</span>}
      </span>
    ),
  },
  { title: 'Action', whole: true, cell: ({ action, resource }) => <span title={resource}>{action}</span> },
  { title: 'Request', cell: RequestLine },
  { title: 'Reply', cell: ({ status }) => <Reply status={status} /> },
  { title: 'From', whole: true, cell: (log) => <span title={log.user_agent}>{sourceText(log)}</span> },
];

const Reply = ({ status }: { status: number }) => (
  <span className={`status ${status < 400 ? 'good' : 'bad'}`}>{status}</span>
);

const filters = [
  { name: 'service', label: 'Service', values: ['auth', 'compute', 'storage'] },
  { name: 'method', label: 'Method', values: ['POST', 'PUT', 'PATCH', 'DELETE'] },
];

/** What each column of an exported file holds. */
const exported = {
  at: (log: AuditLog) => log.at,
  actor: ({ actor }: AuditLog) => actor.name,
  actor_type: ({ actor }: AuditLog) => actor.type,
  access_key_id: ({ actor }: AuditLog) => actor.access_key_id ?? '',
  action: (log: AuditLog) => log.action,
  resource: (log: AuditLog) => log.resource,
  method: (log: AuditLog) => log.method,
  path: (log: AuditLog) => log.path,
  status: (log: AuditLog) => String(log.status),
  source_ip: (log: AuditLog) => log.source_ip,
  source_instance: (log: AuditLog) => log.source_instance ?? '',
  user_agent: (log: AuditLog) => log.user_agent,
  request_id: (log: AuditLog) => log.request_id,
};

/** Every change and attempt of the account, with filters, and as a file. */
export function AuditTab() {
  const [search] = useSearch();
  const named = ['q', 'service', 'method', 'sort'].flatMap((name) => {
    const value = search.get(name);
    return value ? [[name, value] as const] : [];
  });
  const query = Object.fromEntries(named);
  return (
    <>
      <Export query={query} />
      <ListPage
        operation="listAuditLogs"
        noun="entry"
        columns={columns}
        filters={filters}
        empty="Every request that changes something is recorded here: who made it, from where, and whether it was allowed."
        command="svc audit-log list"
      />
      <AsCommand operation="listAuditLogs" args={{ query }} />
    </>
  );
}

function Export({ query }: { query: Readonly<Record<string, string>> }) {
  const [running, setRunning] = useState(false);
  const write = async (kind: 'csv' | 'json') => {
    setRunning(true);
    try {
      const logs: AuditLog[] = [];
      for await (const log of client.paginate('listAuditLogs', { query: { ...query, limit: 200 } })) logs.push(log);
      download(`audit-log.${kind}`, kind === 'csv' ? csvOf(exported, logs) : `${JSON.stringify(logs, null, 2)}\n`);
      say(`${logs.length} entries exported.`);
    } catch (failure) {
      sayProblem('The audit log was not exported.', asSvcError(failure));
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className="row">
      <button type="button" disabled={running} onClick={() => void write('csv')}>
        Export as CSV
      </button>
      <button type="button" disabled={running} onClick={() => void write('json')}>
        Export as JSON
      </button>
      <span className="about">Exports the filtered entries to a file.</span>
    </div>
  );
}

/** Has the browser save a text as a file. */
function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
