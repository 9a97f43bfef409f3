import type { Asg, Instance, Metrics } from '#lib/generated/client/schemas.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

type Member = Asg['instances'][number] & {
  readonly instance: Instance | undefined;
  readonly load: Metrics | undefined;
};

const columns: readonly Column<Member>[] = [
  { title: 'Instance', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'In the group', cell: ({ lifecycle_state }) => <Status status={lifecycle_state} /> },
  { title: 'Health', cell: ({ health }) => <Status status={health} /> },
  {
    title: 'Instance',
    cell: ({ instance }) =>
      instance ? (
        <Status status={instance.status} task={instance.task} reason={instance.status_reason} />
      ) : (
        <span className="about">–</span>
      ),
  },
  { title: 'Type', cell: ({ instance }) => instance?.instance_type_id ?? '' },
  { title: 'Address', cell: ({ instance }) => instance?.private_ip ?? '' },
  { title: 'CPU', number: true, cell: ({ load }) => latest(load, 'cpu_percent') },
  { title: 'Memory', number: true, cell: ({ load }) => latest(load, 'ram_percent') },
  { title: 'Launched', cell: ({ instance }) => <Time at={instance?.created_at} /> },
];

/** The newest value of a series, in percent; a dash where there is none. */
function latest(load: Metrics | undefined, series: 'cpu_percent' | 'ram_percent'): string {
  const value = load?.series[series].at(-1)?.[1];
  return value === undefined ? '–' : `${value.toFixed(0)} %`;
}

/** The members of a group, each with its load, its state in the group and that of its machine. */
export function Members({ group }: { group: Asg }) {
  // Where they cannot be read, the progress above says so.
  const { items } = useInstancesOf(group);
  const loads = useLoadsOf(group);
  const rows = group.instances.map((member) => ({
    ...member,
    load: loads.find(({ instance_id }) => instance_id === member.instance_id),
    instance: items?.find(({ id }) => id === member.instance_id),
  }));
  if (rows.length === 0) return <Empty>The group has no members. To launch some, raise its size.</Empty>;
  return <Table label="Members" columns={columns} rows={rows} idOf={({ instance_id }) => instance_id} />;
}

/** The machines of a group's members. */
export const useInstancesOf = ({ id }: Asg) => useList('listInstances', { query: { asg_id: id } });

/** What members do, by one call for all of them. It fails where one has just gone; the next call does not name it. */
function useLoadsOf({ instances }: Asg): readonly Metrics[] {
  const instance_id = instances.map((member) => member.instance_id).join(',');
  const { data } = useRead(
    'listInstanceMetrics',
    { query: { instance_id, period: '1h' } },
    { every: 30_000, enabled: instance_id !== '' },
  );
  return data?.metrics ?? [];
}
