import type { Volume } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<Volume>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/volumes/${id}`)}>{name}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, task, status_reason }) => <Status status={status} task={task} reason={status_reason} />,
  },
  { title: 'Size', number: true, cell: ({ size_gib }) => `${size_gib} GiB` },
  { title: 'Attached to', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'A month', number: true, cell: ({ price_monthly }) => wholeRupees(price_monthly) },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's volumes. */
export function Page() {
  return (
    <ListPage
      operation="listVolumes"
      title="Volumes"
      noun="volume"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={['available', 'in-use', 'error']}
      create={{ to: hrefOf('/volumes/new'), label: 'Create a volume' }}
      empty="A volume is a disk that outlives machines: attach it to an instance, and later to another one."
      command="svc volume create data --size-gib 10"
      actions={actionsOf}
    />
  );
}
