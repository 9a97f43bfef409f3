import type { ActivityEvent } from '#lib/client/generated/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<ActivityEvent>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: ({ type }) => words(type.replace('.', ' ')) },
  { title: 'Resource', cell: ({ name, resource }) => name ?? resource.split('/').at(-1) },
  { title: 'Who', cell: ({ actor }) => actor },
];

/** The last events of the account. */
export function Recent() {
  const { data, error, refetch } = useRead('listActivity', { query: { limit: 10 } });
  // Who may not see it has no such part of the page.
  if (error && error.status !== 403) return <Problem error={error} again={() => void refetch()} />;
  if (error || !data || data.events.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="recent-title">
      <div className="row spread">
        <h2 id="recent-title">Recent activity</h2>
        <a href={hrefOf('/activity')}>All of it</a>
      </div>
      <Table label="The last events" columns={columns} rows={data.events.toReversed()} idOf={({ id }) => id} />
    </section>
  );
}
