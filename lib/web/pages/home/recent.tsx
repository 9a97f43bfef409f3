import type { ListId } from '#lib/client/methods.ts';
import type { ActivityEvent } from '#lib/generated/client/schemas.ts';
import { useName } from '#lib/web/api/names.ts';
import { useRead } from '#lib/web/api/query.ts';
import { placeOf } from '#lib/web/parts/places.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { words } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<ActivityEvent>[] = [
  {
    title: 'What',
    cell: (event) => (
      <>
        {words(event.type.replace('.', ' '))}: <Resource event={event} />
      </>
    ),
  },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Who', cell: ({ actor }) => (actor === 'system' ? <span className="about">the platform</span> : actor) },
];

/** What an event is about; it leads to the page that shows it, where there is one. */
function Resource({ event: { name, resource } }: { event: ActivityEvent }) {
  const id = resource.split(/[:/]/).at(-1) ?? '';
  const [list, page] = placeOf(id) ?? [];
  if (!list || !page) return name ?? id;
  return <a href={hrefOf(page + id)}>{name ?? <Named list={list} id={id} />}</a>;
}

/** An event of some kinds has no name of its own. */
const Named = ({ list, id }: { list: ListId; id: string }) => useName(list, id) ?? id;

/** The last events of the account. */
export function Recent() {
  const { data, error, refetch } = useRead('listActivity', { query: { limit: 6 } });
  if (error?.status === 403) return <p className="about">Recent activity cannot be shown: {error.message}.</p>;
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data || data.events.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="recent-title">
      <div className="row spread">
        <h2 id="recent-title">Recent activity</h2>
        <a href={hrefOf('/activity')}>All activity</a>
      </div>
      <Table label="The last events" columns={columns} rows={data.events.toReversed()} idOf={({ id }) => id} />
    </section>
  );
}
