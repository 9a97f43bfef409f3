import type { Instance } from '#lib/generated/client/schemas.ts';
import { AsCommands } from '#lib/web/parts/as-command.tsx';
import { useColumns } from '#lib/web/parts/choose-columns.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { windowed } from '#lib/web/parts/windowed.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, deedOf, may, type PowerAction, power, powerActions } from './actions.tsx';
import { useInstanceColumns } from './columns.tsx';
import { TerminateMany } from './terminate-many.tsx';

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
  const { columns, chooser } = useColumns('listInstances', useInstanceColumns());
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
      head={chooser}
      body={windowed}
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
