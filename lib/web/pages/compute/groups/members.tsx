import type { Asg, Instance } from '#lib/client/generated/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

type Member = Asg['instances'][number] & { readonly instance: Instance | undefined };

const columns: readonly Column<Member>[] = [
  { title: 'Instance', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'In the group', cell: ({ lifecycle_state }) => <Status status={lifecycle_state} /> },
  { title: 'Health', cell: ({ health }) => <Status status={health} /> },
  {
    title: 'Machine',
    cell: ({ instance }) =>
      instance ? (
        <Status status={instance.status} task={instance.task} reason={instance.status_reason} />
      ) : (
        <span className="about">–</span>
      ),
  },
  { title: 'Type', cell: ({ instance }) => instance?.instance_type_id ?? '' },
  { title: 'Address', cell: ({ instance }) => instance?.private_ip ?? '' },
  { title: 'Launched', cell: ({ instance }) => <Time at={instance?.created_at} /> },
];

/** The members of a group, each with its state in the group and that of its machine. */
export function Members({ group }: { group: Asg }) {
  // Where they cannot be read, the progress above says so.
  const { items } = useInstancesOf(group);
  const rows = group.instances.map((member) => ({
    ...member,
    instance: items?.find(({ id }) => id === member.instance_id),
  }));
  if (rows.length === 0) return <Empty>It has no members now. They come when it is to have more than none.</Empty>;
  return <Table label="Members" columns={columns} rows={rows} idOf={({ instance_id }) => instance_id} />;
}

/** The machines of a group's members. */
export const useInstancesOf = ({ id }: Asg) => useList('listInstances', { query: { asg_id: id } });
