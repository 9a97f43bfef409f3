import type { Asg } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, refresh } from './actions.tsx';
import { Activities } from './activities.tsx';
import { Members } from './members.tsx';
import { Overview } from './overview.tsx';
import { Progress } from './progress.tsx';
import { Settings } from './settings.tsx';

/** One group: its size, its members, what happened to it, and its settings. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getAutoScalingGroup', { id });
  return (
    <Shown read={read} back={['/groups', 'Auto scaling groups']}>
      {(group) => (
        <>
          <Heading title={group.name} back={[hrefOf('/groups'), 'Auto scaling groups']}>
            <Buttons group={group} />
            <Menu label={`Actions for ${group.name}`} items={actionsOf(group)} />
          </Heading>
          <Progress group={group} />
          <Tabs
            label="Parts of the group"
            tabs={[
              { id: 'overview', title: 'Overview', show: () => <Overview group={group} /> },
              { id: 'members', title: 'Members', show: () => <Members group={group} /> },
              { id: 'activity', title: 'Activity', show: () => <Activities group={group} /> },
              { id: 'settings', title: 'Settings', show: () => <Settings key={group.id} group={group} /> },
            ]}
          />
        </>
      )}
    </Shown>
  );
}

function Buttons({ group }: { group: Asg }) {
  if (!group.allowed_actions.includes('refresh')) return null;
  return (
    <button type="button" onClick={() => openDialog(refresh(group))}>
      Replace every member
    </button>
  );
}
