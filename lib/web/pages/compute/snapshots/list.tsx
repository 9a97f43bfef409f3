import type { Snapshot } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<Snapshot>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/snapshots/${id}`)}>{name}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Of', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'Size', number: true, cell: ({ size_gib }) => `${size_gib} GiB` },
  { title: 'Created by', cell: ({ trigger }) => (trigger === 'schedule' ? 'the backup schedule' : 'hand') },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** The account's snapshots, of all instances. */
export function Page() {
  return (
    <ListPage
      operation="listSnapshots"
      title="Snapshots"
      noun="snapshot"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={['available', 'creating', 'error']}
      create={{ to: hrefOf('/instances'), label: 'Choose an instance' }}
      empty="A snapshot is a copy of an instance’s disk. You can restore it or launch from it. Take one on the instance’s page."
      command="svc snapshot create web-1 --name before"
      actions={actionsOf}
    />
  );
}
