import type { Instance } from '#lib/generated/client/schemas.ts';
import { AsCommands } from '#lib/web/parts/as-command.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, deedOf, may, type PowerAction, power, powerActions, terminalOf } from './actions.tsx';
import { TerminateMany } from './terminate-many.tsx';

const columns: readonly Column<Instance>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/instances/${id}`)}>{name}</a> },
  { title: 'State', cell: (one) => <Status status={one.status} task={one.task} reason={one.status_reason} /> },
  { title: 'Type', whole: true, cell: ({ instance_type_id }) => instance_type_id },
  { title: 'Private address', cell: ({ private_ip }) => <Copy text={private_ip} label="the private address" /> },
  {
    title: 'Public address',
    cell: ({ elastic_ip }) => (elastic_ip ? <Copy text={elastic_ip.address} label="the elastic IP" /> : '–'),
  },
  {
    title: 'Terminal',
    cell: (one) =>
      may(one, 'open_console') ? (
        <a href={terminalOf(one)} target="_blank" rel="noopener" aria-label={`open a terminal of ${one.name}`}>
          open
        </a>
      ) : (
        '–'
      ),
  },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

const statuses: readonly Instance['status'][] = [
  'provisioning',
  'running',
  'stopping',
  'stopped',
  'starting',
  'rebooting',
  'restoring',
  'error',
  'terminating',
  'terminated',
];

/** The account's instances, and what can be done with several at a time. */
export function Page() {
  return (
    <ListPage
      operation="listInstances"
      title="Instances"
      noun="instance"
      columns={columns}
      nameOf={({ name }) => name}
      statuses={statuses}
      create={{ to: hrefOf('/instances/new'), label: 'Launch an instance' }}
      empty="An instance is a machine of your own with a shell. It starts in about a second and is billed by the second."
      command="svc instance launch web-1 --instance-type s1-nano"
      actions={actionsOf}
      bulk={(chosen) => <Bulk chosen={chosen} />}
    />
  );
}

const of = (able: readonly Instance[], chosen: readonly Instance[]): string =>
  able.length === chosen.length ? `${able.length}` : `${able.length} of ${chosen.length}`;

/** One button for each action of power that one of the ticked instances allows: `Stop 2 of 3`. */
function Bulk({ chosen }: { chosen: readonly Instance[] }) {
  const acts = (Object.keys(powerActions) as PowerAction[]).flatMap((action) => {
    const able = chosen.filter((one) => may(one, action));
    return able.length > 0 ? [{ action, able, label: `${powerActions[action].label} ${of(able, chosen)}` }] : [];
  });
  const ends = chosen.filter((one) => may(one, 'terminate'));
  const run = async (action: PowerAction, able: readonly Instance[]) => {
    // One after another, so that a hundred of them stay within the rate limit.
    for (const one of able) await power(one, action);
  };
  const all = acts.map(({ action, able, label }) => ({ label, deeds: able.map((one) => deedOf(one, action)) }));
  return (
    <>
      {acts.map(({ action, able, label }) => (
        <button key={action} type="button" onClick={() => void run(action, able)}>
          {label}
        </button>
      ))}
      <button type="button" className="danger" onClick={() => openDialog(<TerminateMany instances={chosen} />)}>
        Terminate {of(ends, chosen)}
      </button>
      {all.length > 0 && (
        <button type="button" className="quiet" onClick={() => openDialog(<AsCommands all={all} />)}>
          As commands
        </button>
      )}
    </>
  );
}
