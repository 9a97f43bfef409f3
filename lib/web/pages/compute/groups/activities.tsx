import type { Activity, Asg } from '#lib/generated/client/schemas.ts';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const reasons: Readonly<Record<Activity['reason'], string>> = {
  config_change: 'It was changed',
  failed: 'It failed',
  replace_unhealthy: 'A member was unhealthy',
  scale_in: 'The load fell',
  scale_out: 'The load rose',
};

const columns: readonly Column<Activity>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Why', cell: ({ reason }) => reasons[reason] },
  { title: 'Members', number: true, cell: ({ from, to }) => (from === to ? to : `${from} → ${to}`) },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'What happened', cell: ({ message }) => message },
];

/** What happened to a group, the newest first. */
export function Activities({ group }: { group: Asg }) {
  return (
    <ListPage
      operation="listAutoScalingActivities"
      args={{ id: group.id }}
      noun="activity"
      columns={columns}
      search={false}
      empty="Nothing has happened to the group yet."
    />
  );
}
