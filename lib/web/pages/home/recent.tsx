import type { ActivityEvent } from '#lib/client/generated/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
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
  const { data, error } = useRead('listActivity', { query: { limit: 10 } });
  if (error || !data || data.events.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="recent-title">
      <div className="row spread">
        <h2 id="recent-title">Recent activity</h2>
        <a href={hrefOf('/activity')}>All of it</a>
      </div>
      <Table label="Recent activity" columns={columns} rows={data.events.toReversed()} idOf={({ id }) => id} />
    </section>
  );
}
