import type { Instance, LoadBalancer, Vpc } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

/** One network, and what is in it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getVpc', { id });
  return (
    <Shown read={read} back={['/networks', 'Networks']}>
      {(network) => (
        <>
          <Heading title={network.name} back={[hrefOf('/networks'), 'Networks']}>
            <Menu label={`Actions for ${network.name}`} items={actionsOf(network)} />
          </Heading>
          <About network={network} />
          <Inside id={network.id} />
        </>
      )}
    </Shown>
  );
}

function About({ network }: { network: Vpc }) {
  return (
    <Facts
      facts={[
        ['Addresses', <Copy key="cidr" text={network.cidr} label="the block of addresses" />],
        ['Free addresses', network.available_ips],
        ['Default', network.is_default ? 'launches that name no network use it' : undefined],
        ['Description', network.description ?? undefined],
        ['Created', <Time key="created" at={network.created_at} />],
        ['ID', <Copy key="id" text={network.id} label="the ID" />],
        ['Tags', <TagList key="tags" tags={network.tags} />],
      ]}
    />
  );
}

const instanceColumns: readonly Column<Instance>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={hrefOf(`/instances/${id}`)}>{name}</a> },
  {
    title: 'Status',
    cell: ({ status, task, status_reason }) => <Status status={status} task={task} reason={status_reason} />,
  },
  { title: 'Address', cell: ({ private_ip }) => <Copy text={private_ip} label="the address" /> },
  { title: 'Elastic IP', cell: ({ elastic_ip }) => elastic_ip?.address ?? <span className="about">–</span> },
];

const balancerColumns: readonly Column<LoadBalancer>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={hrefOf(`/load-balancers/${id}`)}>{name}</a> },
  { title: 'Status', cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} /> },
  { title: 'Address', cell: ({ public_ip }) => <Copy text={public_ip} label="the address" /> },
  { title: 'Backends', number: true, cell: ({ backends }) => backends.length },
];

function Inside({ id }: { id: string }) {
  return (
    <>
      <h2>Instances</h2>
      <ListPage
        operation="listInstances"
        noun="instance"
        columns={instanceColumns}
        nameOf={({ name }) => name}
        filter={{ vpc_id: id }}
        search={false}
        create={{ to: hrefOf(`/instances/new?vpc=${id}`), label: 'Launch an instance' }}
        empty="No instance is in this network yet. Instances in one network reach each other by their private addresses."
      />
      <h2>Load balancers</h2>
      <ListPage
        operation="listLoadBalancers"
        noun="load balancer"
        columns={balancerColumns}
        nameOf={({ name }) => name}
        filter={{ vpc_id: id }}
        search={false}
        create={{ to: hrefOf(`/load-balancers/new?vpc=${id}`), label: 'Create a load balancer' }}
        empty="A load balancer shares the requests to one public address among instances of this network."
      />
    </>
  );
}
