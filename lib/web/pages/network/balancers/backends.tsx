import type { Backend, LoadBalancer } from '#lib/generated/client/schemas.ts';
import { useName } from '#lib/web/api/names.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Empty } from '#lib/web/parts/empty.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { AddBackend } from './actions.tsx';
import { reasonOf } from './health.ts';

const columns: readonly Column<Backend>[] = [
  { title: 'Instance', cell: ({ instance_id }) => <Ref kind="instance" id={instance_id} /> },
  { title: 'Health', cell: ({ health }) => <Status status={health} /> },
  { title: 'Why', cell: (backend) => <Why backend={backend} /> },
  { title: 'Port', number: true, cell: ({ port }) => port ?? 'the listener’s' },
  { title: 'Weight', number: true, cell: ({ weight }) => weight },
  { title: 'Checked', cell: ({ last_checked_at }) => <Time at={last_checked_at} /> },
];

function Why({ backend }: { backend: Backend }) {
  const reason = reasonOf(backend);
  if (backend.draining_until !== null) {
    return (
      <>
        {reason} It is gone <Time at={backend.draining_until} />.
      </>
    );
  }
  return reason ?? <span className="about">–</span>;
}

/** The backends of a load balancer with their health, which stays true while one looks. */
export function Backends({ balancer }: { balancer: LoadBalancer }) {
  const can = (action: LoadBalancer['allowed_actions'][number]) => balancer.allowed_actions.includes(action);
  const remove = ({ instance_id, health }: Backend) =>
    health !== 'draining' && (
      <button
        type="button"
        className="quiet danger"
        onClick={() => openDialog(<RemoveBackend id={balancer.id} instance={instance_id} />)}
      >
        Remove
      </button>
    );
  return (
    <>
      {balancer.backends.length === 0 ? (
        <Empty command={`svc backend add ${balancer.name} --instance web-1`}>
          A backend is an instance that serves a share of the requests. Without one, every request gets 503.
        </Empty>
      ) : (
        <Table
          label="Backends"
          columns={columns}
          rows={balancer.backends}
          idOf={({ instance_id }) => instance_id}
          end={can('remove_backend') ? remove : undefined}
        />
      )}
      {can('add_backend') && (
        <div className="row">
          <button type="button" className="primary" onClick={() => openDialog(<AddBackend balancer={balancer} />)}>
            Add a backend
          </button>
        </div>
      )}
    </>
  );
}

function RemoveBackend({ id, instance }: { id: string; instance: string }) {
  const name = useName('listInstances', instance) ?? instance;
  return (
    <Confirm
      operation="removeLoadBalancerBackend"
      args={{ id, instance_id: instance }}
      title={`Drain and remove ${name}`}
      submit="Remove backend"
      name={name}
      preview
    >
      It gets no new connections. Open ones have 30 seconds to finish. Then it is removed from the load balancer; the
      instance itself is kept.
    </Confirm>
  );
}
