import { useState } from 'react';
import type { Host } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import { navigate } from '#lib/web/shell/router.ts';
import { EditHost } from './edit.tsx';

type Open = 'edit' | 'fence' | 'delete';

/** What an operator can do with a host. */
export function HostMenu({ host }: { host: Host }) {
  const [open, setOpen] = useState<Open>();
  const { id, name, state } = host;
  const close = () => setOpen(undefined);
  const act = (operation: 'drainHost' | 'resumeHost', done: string) =>
    change(operation, { id }).then(
      () => say(done),
      (failure) => sayProblem(`${name} was not changed.`, asSvcError(failure)),
    );
  const isClosed = state === 'draining' || state === 'fenced';
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        items={[
          isClosed
            ? {
                label: 'Resume',
                act: () => void act('resumeHost', `${name} accepts new machines again.`),
                deed: { operation: 'resumeHost', args: { id } },
              }
            : {
                label: 'Drain',
                act: () => void act('drainHost', `${name} accepts no new machines.`),
                deed: { operation: 'drainHost', args: { id } },
              },
          { label: 'Name and room', act: () => setOpen('edit') },
          { label: 'Fence', danger: true, act: () => setOpen('fence') },
          { label: 'Remove', danger: true, act: () => setOpen('delete') },
        ]}
      />
      {open === 'edit' && <EditHost host={host} onClose={close} />}
      {open === 'fence' && (
        <Confirm
          operation="fenceHost"
          args={{ id }}
          title={`Fence ${name}`}
          submit="Fence"
          name={name}
          preview
          onClose={close}
          onDone={() => say(`${name} is fenced.`)}
        >
          Its agent is refused from now on. Fence a host only if you know that its machines do not run, or must not run.
        </Confirm>
      )}
      {open === 'delete' && <Remove host={host} onClose={close} />}
    </>
  );
}

function Remove({ host: { id, name, instances }, onClose }: { host: Host; onClose: () => void }) {
  const args = { id, query: { force: instances > 0 } };
  const gone = () => {
    say(`${name} is removed.`);
    navigate('/platform/hosts');
  };
  return (
    <Confirm
      operation="deleteHost"
      args={args}
      title={`Remove ${name}`}
      submit="Remove"
      name={name}
      preview
      onClose={onClose}
      onDone={gone}
    >
      {instances > 0
        ? `It has ${instances} machines. They are lost with it. To keep as many as possible, drain the host first.`
        : 'Its agent is refused from now on. The machine can join again as a new host.'}
    </Confirm>
  );
}
