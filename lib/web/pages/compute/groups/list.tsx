import type { Asg } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';

const columns: readonly Column<Asg>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/groups/${id}`)}>{name}</a> },
  {
    title: 'Status',
    line: true,
    cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} />,
  },
  {
    title: 'Members',
    number: true,
    cell: ({ current_size, desired_capacity }) =>
      current_size === desired_capacity ? current_size : `${current_size} of ${desired_capacity}`,
  },
  { title: 'Range', number: true, cell: ({ min_size, max_size }) => `${min_size} to ${max_size}` },
  { title: 'Type', cell: ({ instance_type_id }) => instance_type_id },
  { title: 'Load balancer', cell: ({ load_balancer_id }) => <Ref kind="load balancer" id={load_balancer_id} /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The account's auto scaling groups. */
export function Page() {
  return (
    <ListPage
      operation="listAutoScalingGroups"
      title="Auto scaling groups"
      noun="auto scaling group"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={['active', 'scaling', 'error']}
      create={{ to: hrefOf('/groups/new'), label: 'Create an auto scaling group' }}
      empty="An auto scaling group keeps a number of equal instances, replaces those that fail, and can follow the load."
      command="svc asg create web --instance-type s1-nano --min-size 1 --max-size 4 --desired-capacity 2"
      actions={actionsOf}
    />
  );
}
