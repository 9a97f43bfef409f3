import type { Instance, InstanceEvent } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { words } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const columns: readonly Column<InstanceEvent>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: ({ type }) => words(type) },
  {
    title: 'State',
    cell: ({ from, to }) =>
      [from, to]
        .filter((one) => one !== null)
        .map(words)
        .join(' → ') || '–',
  },
  { title: 'Who', cell: ({ actor }) => actor },
  { title: 'Message', cell: ({ message }) => message },
];

/** What happened to an instance. */
export function Events({ instance: { id } }: { instance: Instance }) {
  return (
    <ListPage
      operation="listInstanceEvents"
      args={{ id }}
      noun="event"
      columns={columns}
      idOf={({ at, type, to }) => `${at} ${type} ${to}`}
      search={false}
      empty="Nothing has happened yet."
    />
  );
}
