import type { ElasticIp } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<ElasticIp>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: ({ id, name, address }) => <a href={hrefOf(`/addresses/${id}`)}>{name ?? address}</a>,
  },
  { title: 'Address', cell: ({ address }) => <Copy text={address} label="the address" /> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Attached to', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'A month', number: true, cell: ({ price_monthly }) => wholeRupees(price_monthly) },
  { title: 'Allocated', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's elastic IPs. */
export function Page() {
  return (
    <ListPage
      operation="listElasticIps"
      title="Elastic IPs"
      noun="elastic IP"
      columns={columns}
      nameOf={({ name, address }) => name ?? address}
      statuses={['available', 'attached']}
      create={{ to: hrefOf('/addresses/new'), label: 'Allocate an elastic IP' }}
      empty="An elastic IP is a public address that stays yours: attach it to an instance, and later to another one."
      command="svc elastic-ip allocate --name front"
      actions={actionsOf}
    />
  );
}
