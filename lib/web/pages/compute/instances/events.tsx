import type { Instance, InstanceEvent } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const when: Column<InstanceEvent> = { title: 'When', cell: ({ at }) => <Time at={at} /> };
const what: Column<InstanceEvent> = { title: 'What', whole: true, cell: ({ type }) => words(type) };
const who: Column<InstanceEvent> = { title: 'Who', cell: ({ actor }) => actor };
const message: Column<InstanceEvent> = { title: 'Message', cell: (event) => event.message };
const status: Column<InstanceEvent> = {
  title: 'Status',
  cell: ({ from, to }) =>
    [...new Set([from, to])]
      .filter((one) => one !== null)
      .map(words)
      .join(' → ') || '–',
};

/** What happened to an instance. */
export function Events({ instance: { id } }: { instance: Instance }) {
  return (
    <ListPage
      operation="listInstanceEvents"
      args={{ id }}
      noun="event"
      columns={[when, what, status, who, message]}
      idOf={({ at, type, to, message }) => `${at} ${type} ${to} ${message}`}
      search={false}
      empty="Nothing has happened yet."
    />
  );
}

/** The newest events of an instance: one read for all parts of a page that show some of them. */
export const useNewestEvents = (id: string) =>
  useRead('listInstanceEvents', { id, query: { limit: 200 } }, { every: 15_000 });

/** What happened to an instance last. */
export function LastEvents({ instance: { id } }: { instance: Instance }) {
  const { data, error, refetch } = useNewestEvents(id);
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data || data.events.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="last-title">
      <div className="row spread">
        <h2 id="last-title">Last events</h2>
        <a href={hrefOf(`/instances/${id}?tab=events`)}>All events</a>
      </div>
      <Table
        label="The last events"
        columns={[what, message, when, who]}
        rows={data.events.slice(0, 5)}
        idOf={({ at, type, to }) => `${at} ${type} ${to}`}
      />
    </section>
  );
}
