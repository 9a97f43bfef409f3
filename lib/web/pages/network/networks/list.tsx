import type { Vpc } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<Vpc>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: ({ id, name, is_default }) => (
      <>
        <a href={hrefOf(`/networks/${id}`)}>{name}</a>
        {is_default && <span className="about"> default</span>}
      </>
    ),
  },
  { title: 'Addresses', line: true, cell: ({ cidr }) => <code>{cidr}</code> },
  { title: 'Instances', number: true, cell: ({ instance_count }) => instance_count },
  { title: 'Free addresses', number: true, cell: ({ available_ips }) => available_ips },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's networks. */
export function Page() {
  return (
    <ListPage
      operation="listVpcs"
      title="Networks"
      noun="network"
      columns={columns}
      nameOf={({ name }) => name}
      create={{ to: hrefOf('/networks/new'), label: 'Create a network' }}
      empty="A network, or VPC, has its own addresses. Its machines reach each other, but no machine in another network."
      command="svc vpc create shop"
      actions={actionsOf}
    />
  );
}
