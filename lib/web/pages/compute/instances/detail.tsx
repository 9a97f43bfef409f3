import type { Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { type Tab, Tabs } from '#lib/web/parts/tabs.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, may, type PowerAction, power, powerActions, terminalOf } from './actions.tsx';
import { Backups } from './backups.tsx';
import { ConsoleLog } from './console-log.tsx';
import { Events } from './events.tsx';
import { Firewall } from './firewall.tsx';
import { MetricsTab } from './metrics.tsx';
import { Overview } from './overview.tsx';
import { Scaling } from './scaling.tsx';
import { Settings } from './settings.tsx';
import { Snapshots } from './snapshots.tsx';

/** One instance: its state, and everything that belongs to it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getInstance', { id });
  return (
    <Shown read={read} back={['/instances', 'Instances']}>
      {(instance) => <One instance={instance} />}
    </Shown>
  );
}

const tabsOf = (instance: Instance): readonly Tab[] => [
  { id: 'overview', title: 'Overview', show: () => <Overview instance={instance} /> },
  { id: 'metrics', title: 'Metrics', show: () => <MetricsTab instance={instance} /> },
  { id: 'firewall', title: 'Firewall', show: () => <Firewall instance={instance} /> },
  { id: 'snapshots', title: 'Snapshots', show: () => <Snapshots instance={instance} /> },
  { id: 'backups', title: 'Backups', show: () => <Backups instance={instance} /> },
  { id: 'scaling', title: 'Size and scaling', show: () => <Scaling instance={instance} /> },
  { id: 'events', title: 'Events', show: () => <Events instance={instance} /> },
  { id: 'console-log', title: 'Console log', show: () => <ConsoleLog instance={instance} /> },
  { id: 'settings', title: 'Settings', show: () => <Settings instance={instance} /> },
];

function One({ instance }: { instance: Instance }) {
  const { status, task, status_reason, name } = instance;
  return (
    <>
      <Heading title={name} back={[hrefOf('/instances'), 'Instances']}>
        <Status status={status} task={task} reason={status_reason} live />
        {may(instance, 'open_console') && (
          <a className="button primary" href={terminalOf(instance)} target="_blank" rel="noopener">
            Open a terminal
          </a>
        )}
        {(Object.keys(powerActions) as PowerAction[])
          .filter((action) => may(instance, action))
          .map((action) => (
            <button key={action} type="button" onClick={() => void power(instance, action)}>
              {powerActions[action].label}
            </button>
          ))}
        <Menu label={`Actions for ${name}`} items={actionsOf(instance)} />
      </Heading>
      {status_reason && <p className="note warn">{status_reason}</p>}
      <Tabs label={`Parts of ${name}`} tabs={tabsOf(instance)} />
    </>
  );
}
