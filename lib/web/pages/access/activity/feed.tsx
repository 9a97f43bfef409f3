import type { ActivityEvent } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { eventKinds } from './kinds.ts';

const columns: readonly Column<ActivityEvent>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: ({ message }) => message },
  { title: 'Type', whole: true, cell: ({ type }) => <code>{type}</code> },
  { title: 'Who', cell: ({ actor }) => (actor === 'system' ? <span className="about">the platform</span> : actor) },
];

/** The last events of the account, newest first; new ones appear by themselves. */
export function FeedTab() {
  const [search, change] = useSearch();
  const type = search.get('type') ?? '';
  const { data, error, refetch } = useRead('listActivity', { query: type ? { type } : {} });
  return (
    <>
      <search className="row filters">
        <select aria-label="Kind" value={type} onChange={(event) => change({ type: event.target.value })}>
          <option value="">Any kind</option>
          {eventKinds.map((kind) => (
            <option key={kind} value={kind}>
              {words(kind.slice(0, -2))}
            </option>
          ))}
        </select>
        <span className="about updated">The newest 50 of the last 30 days</span>
      </search>
      {error && <Problem error={error} again={() => void refetch()} />}
      {!data && !error && <Loading as="rows" />}
      {data?.events.length === 0 && (
        <Empty command="svc activity -f">Every change in the account appears here, with its author and time.</Empty>
      )}
      {data && data.events.length > 0 && (
        <Table label="Activity" columns={columns} rows={data.events.toReversed()} idOf={({ id }) => id} />
      )}
    </>
  );
}
