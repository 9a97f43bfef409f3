import type { Host } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { atOnce, type MenuItem } from '#lib/web/parts/menu.tsx';
import { EditHost } from './edit.tsx';

/** What an operator can do with a host. */
export function actionsOf(host: Host): MenuItem[] {
  const { id, name, state } = host;
  const failed = `${name} was not changed.`;
  const isClosed = state === 'draining' || state === 'fenced';
  const [operation, label, said] = isClosed
    ? (['resumeHost', 'Resume', `${name} accepts new machines again.`] as const)
    : (['drainHost', 'Drain', `${name} accepts no new machines.`] as const);
  const undo =
    state === 'fenced' ? undefined : ({ operation: isClosed ? 'drainHost' : 'resumeHost', args: { id } } as const);
  return [
    atOnce({ operation, args: { id }, label, said, undo, failed }),
    { label: 'Name and room', act: () => openDialog(<EditHost host={host} />) },
    { label: 'Fence', danger: true, act: () => openDialog(fence(host)) },
    { label: 'Remove', danger: true, act: () => openDialog(removal(host)) },
  ];
}

const fence = ({ id, name }: Host) => (
  <Confirm
    operation="fenceHost"
    args={{ id }}
    title={`Fence ${name}`}
    submit="Fence"
    name={name}
    preview
    said={`${name} is fenced.`}
  >
    Its agent is refused from now on. Fence a host only if you know that its machines do not run, or must not run.
  </Confirm>
);

const removal = ({ id, name, instances }: Host) => (
  <Confirm
    operation="deleteHost"
    args={{ id, query: { force: instances > 0 } }}
    title={`Remove ${name}`}
    submit="Remove"
    name={name}
    preview
    said={`${name} is removed.`}
    list="/platform/hosts"
  >
    {instances > 0
      ? `It has ${instances} machines. They are lost with it. To keep as many as possible, drain the host first.`
      : 'Its agent is refused from now on. The machine can join again as a new host.'}
  </Confirm>
);
