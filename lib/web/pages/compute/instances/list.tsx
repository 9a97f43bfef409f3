import type { Instance } from '#lib/client/generated/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const columns: readonly Column<Instance>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/instances/${id}`)}>{name}</a> },
  {
    title: 'State',
    cell: ({ status, task, status_reason }) => <Status status={status} task={task} reason={status_reason} />,
  },
  { title: 'Type', cell: ({ instance_type_id }) => instance_type_id },
  { title: 'Address', cell: ({ private_ip }) => <Copy text={private_ip} label="the address" /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's instances. */
export function Page() {
  return (
    <ListPage
      operation="listInstances"
      title="Instances"
      noun="instance"
      columns={columns}
      nameOf={({ name }) => name}
      create={{ to: hrefOf('/instances/new'), label: 'Launch an instance' }}
      empty="An instance is a machine of your own, with a shell by SSH in a second. It is billed by the second."
      command="svc instance launch web-1 --instance-type s1-nano --image ubuntu-24.04"
    />
  );
}
