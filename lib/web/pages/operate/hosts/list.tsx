import type { Host } from '#lib/generated/client/schemas.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { Room } from './room.tsx';
import { TokensTab } from './tokens.tsx';

const columns: readonly Column<Host>[] = [
  { title: 'Name', cell: ({ id, name }) => <a href={hrefOf(`/platform/hosts/${id}`)}>{name}</a> },
  { title: 'Status', line: true, cell: ({ state }) => <Status status={state} /> },
  { title: 'Driver', cell: ({ driver }) => driver ?? '–' },
  { title: 'Memory', cell: (host) => <Room host={host} of="ram_mib" /> },
  { title: 'vCPUs', cell: (host) => <Room host={host} of="vcpus" /> },
  { title: 'Instances', number: true, cell: ({ instances }) => instances },
  { title: 'Heartbeat', cell: ({ seen_at }) => <Time at={seen_at} /> },
];

const states = ['joining', 'active', 'draining', 'silent', 'lost', 'fenced'];

/** The machines that machines run on, and the tokens by which others join. */
export function Page() {
  return (
    <>
      <Heading title="Hosts">
        <a className="button primary" href={hrefOf('/platform/hosts/join')}>
          Join a host
        </a>
      </Heading>
      <Tabs
        label="Hosts"
        tabs={[
          { id: 'hosts', title: 'Hosts', show: () => <HostsTab /> },
          { id: 'tokens', title: 'Join tokens', show: () => <TokensTab /> },
        ]}
      />
    </>
  );
}

function HostsTab() {
  return (
    <ListPage
      operation="listHosts"
      noun="host"
      columns={columns}
      nameOf={({ name }) => name}
      filters={[{ name: 'state', label: 'Status', values: states }]}
      actions={actionsOf}
      empty="A host is a Linux machine that runs customers’ machines. One command turns a machine into a host."
      command="svc platform create-join-token"
    />
  );
}
