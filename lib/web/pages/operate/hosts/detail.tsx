import type { Host } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { AddressesTab } from './addresses.tsx';
import { Room } from './room.tsx';

/** A host: its room, its machines, and its addresses. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getHost', { id });
  return (
    <Shown read={read} back={['/platform/hosts', 'Hosts']}>
      {(host) => <OneHost host={host} />}
    </Shown>
  );
}

function OneHost({ host }: { host: Host }) {
  const { id, name, state, address_pool } = host;
  return (
    <>
      <Heading title={name} back={[hrefOf('/platform/hosts'), 'Hosts']}>
        <Menu label={`Actions for ${name}`} items={actionsOf(host)} />
      </Heading>
      <Facts
        facts={[
          ['Status', <Status key="s" status={state} live />],
          ['Heartbeat', <Time key="h" at={host.seen_at} />],
          ['ID', <Copy key="i" text={id} label="the host's id" />],
          ['Driver', host.driver ?? undefined],
          ['Memory', <Room key="r" host={host} of="ram_mib" />],
          ['vCPUs', <Room key="v" host={host} of="vcpus" />],
          ['Disks', host.disk_scope === id ? 'its own' : host.disk_scope],
          ['Refused', host.refused?.reason],
          ['Capabilities', host.capabilities.join(', ') || undefined],
          ['Images', host.images.join(', ') || undefined],
          ['Joined', <Time key="j" at={host.created_at} />],
        ]}
      />
      <Tabs
        label="Host"
        tabs={[
          { id: 'machines', title: 'Instances', show: () => <Machines host={host} /> },
          ...(address_pool === null
            ? []
            : [{ id: 'addresses', title: 'Addresses', show: () => <AddressesTab id={id} pool={address_pool} /> }]),
        ]}
      />
    </>
  );
}

type Machine = NonNullable<Host['machines']>[number];

const columns: readonly Column<Machine>[] = [
  { title: 'Instance', cell: ({ instance_id }) => <code>{instance_id}</code> },
  {
    title: 'Account',
    cell: ({ account_id }) => <a href={hrefOf(`/platform/accounts/${account_id}`)}>{account_id}</a>,
  },
  { title: 'SSH port', number: true, cell: ({ port }) => port },
];

function Machines({ host: { machines } }: { host: Host }) {
  if (!machines || machines.length === 0) return <p>No instance is on this host.</p>;
  const idOf = ({ instance_id }: Machine) => instance_id;
  return <Table label="Instances" columns={columns} rows={machines} idOf={idOf} nameOf={idOf} />;
}
