import { useState } from 'react';
import type { Instance, Snapshot } from '#lib/generated/client/schemas.ts';
import { imageFrom } from '#lib/web/pages/compute/snapshots/actions.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { refusedNow } from '#lib/web/parts/refused.ts';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { refusal } from './actions.tsx';

const columns: readonly Column<Snapshot>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf(`/snapshots/${id}`)}>{name ?? id}</a> },
  { title: 'Status', cell: ({ status, status_reason }) => <Status status={status} reason={status_reason} /> },
  { title: 'Created by', cell: ({ trigger }) => (trigger === 'schedule' ? 'the backup schedule' : 'hand') },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The snapshots of an instance: made, restored and deleted. */
export function Snapshots({ instance }: { instance: Instance }) {
  const refused = refusal(instance, 'create_snapshot');
  return (
    <>
      <div className="row spread">
        <p className="about">
          A snapshot is a copy of the disk. You can launch instances from it, or restore this instance to it.
        </p>
        <button
          type="button"
          aria-disabled={refused !== undefined}
          title={refused}
          onClick={() => refused ?? openDialog(<New id={instance.id} />)}
        >
          Create a snapshot
        </button>
      </div>
      <ListPage
        operation="listInstanceSnapshots"
        args={{ id: instance.id }}
        noun="snapshot"
        columns={columns}
        empty="There is no snapshot of this instance yet."
        command={`svc snapshot create ${instance.name}`}
        nameOf={nameOf}
        actions={(snapshot) => actionsOf(instance, snapshot)}
      />
    </>
  );
}

const nameOf = ({ id, name }: Snapshot): string => name ?? id;

const actionsOf = (instance: Instance, snapshot: Snapshot): MenuItem[] => [
  ...(snapshot.status === 'available'
    ? [
        { label: 'Launch from it', to: hrefOf(`/instances/new?image=${snapshot.id}`) },
        { label: 'Create an image', to: imageFrom(snapshot) },
      ]
    : []),
  {
    label: 'Restore the instance',
    act: () => openDialog(restore(instance, snapshot)),
    refused: refusal(instance, 'restore') ?? refusedNow(snapshot, 'restore'),
  },
  {
    label: 'Delete',
    danger: true,
    act: () => openDialog(deletion(instance, snapshot)),
    refused: refusedNow(snapshot, 'delete'),
  },
];

function New({ id }: { id: string }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const body = { ...(name && { name }), ...(days && { retain_days: Number(days) }) };
  const done = () => {
    say('The snapshot is being made.');
    closeDialog();
  };
  return (
    <Dialog title="Create a snapshot">
      <OperationForm operation="createSnapshot" args={{ id, body }} submit="Create snapshot" onDone={done} preview>
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint="Optional">
              <input value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Field label="Days to keep" name="retain_days" error={error} hint="Empty: kept until you delete it">
              <input type="number" min="1" value={days} onChange={(event) => setDays(event.target.value)} />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

const restore = ({ id, name }: Instance, snapshot: Snapshot) => (
  <Confirm
    operation="restoreSnapshot"
    args={{ id, snap_id: snapshot.id, body: {} }}
    title={`Put ${name} back`}
    submit="Restore"
    name={name}
    preview
    said={`${name} is being restored.`}
  >
    The disk returns to its state at {nameOf(snapshot)}. Data written since then is lost.
  </Confirm>
);

const deletion = ({ id }: Instance, snapshot: Snapshot) => (
  <Confirm
    operation="deleteInstanceSnapshot"
    args={{ id, snap_id: snapshot.id }}
    title={`Delete ${nameOf(snapshot)}`}
    submit="Delete"
    name={nameOf(snapshot)}
    preview
    said={`${nameOf(snapshot)} is being deleted.`}
  >
    You can no longer launch instances from it or restore it.
  </Confirm>
);
