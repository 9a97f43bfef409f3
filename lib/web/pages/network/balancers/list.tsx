import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<LoadBalancer>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/load-balancers/${id}`)}>{name}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  { title: 'Backends', cell: ({ backends }) => <Backends healths={backends.map(({ health }) => health)} /> },
  { title: 'Address', cell: ({ public_ip }) => <Copy text={public_ip} label="the address" /> },
  {
    title: 'Listeners',
    cell: ({ listeners }) => listeners.map(({ protocol, port }) => `${protocol} ${port}`).join(', '),
  },
  { title: 'A month', number: true, cell: ({ price_monthly }) => wholeRupees(price_monthly) },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

function Backends({ healths }: { healths: readonly string[] }) {
  if (healths.length === 0) return <span className="about">none</span>;
  const healthy = healths.filter((health) => health === 'healthy').length;
  const isWell = healthy === healths.length;
  const tone = isWell ? 'good' : healthy === 0 ? 'bad' : 'warn';
  return (
    <span className={`status ${tone}`}>
      {isWell ? `${healthy} healthy` : `${healthy} of ${healths.length} healthy`}
    </span>
  );
}

/** The account's load balancers. */
export function Page() {
  return (
    <ListPage
      operation="listLoadBalancers"
      title="Load balancers"
      noun="load balancer"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={['active', 'provisioning', 'updating', 'error']}
      create={{ to: hrefOf('/load-balancers/new'), label: 'Create a load balancer' }}
      empty="A load balancer shares the requests to one public address among instances, and skips those that fail."
      command="svc load-balancer create front --listener protocol=http,port=80,target_port=8080"
      actions={actionsOf}
    />
  );
}
