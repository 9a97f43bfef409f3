import { useState } from 'react';
import type { AccessKey, NewAccessKey } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { atOnce, type MenuItem } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';

const columns: readonly Column<AccessKey>[] = [
  { title: 'Key', cell: ({ id }) => <Copy text={id} label="the key's id" /> },
  { title: 'Status', cell: ({ status }) => <Status status={status} /> },
  { title: 'Description', cell: ({ description }) => description ?? <span className="about">–</span> },
  { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The access keys of a user: two at most, so that one can be replaced by the other. */
export function KeysTab({ username }: { username: string }) {
  return (
    <>
      <div className="row">
        <button type="button" className="primary" onClick={() => openDialog(<Create username={username} />)}>
          Create an access key
        </button>
        <span className="about">A user can have two keys, so that you can replace one while the other works.</span>
      </div>
      <ListPage
        operation="listAccessKeys"
        args={{ username }}
        noun="key"
        search={false}
        columns={columns}
        nameOf={({ id }) => `key ${id}`}
        actions={(key) => actionsOf(username, key)}
        empty="An access key signs the requests of a program. Its secret is shown once, when it is created."
        command={`svc access-key create ${username}`}
      />
    </>
  );
}

function actionsOf(username: string, { id, status }: AccessKey): MenuItem[] {
  const isActive = status === 'active';
  const next = isActive ? 'inactive' : 'active';
  return [
    atOnce({
      operation: 'updateAccessKey',
      args: { username, id, body: { status: next } },
      label: isActive ? 'Deactivate' : 'Activate',
      said: `Key ${id} is ${next} now.`,
      undo: { operation: 'updateAccessKey', args: { username, id, body: { status } } },
      failed: 'The key was not changed.',
    }),
    { label: 'Delete', danger: true, act: () => openDialog(deletion(username, id)) },
  ];
}

const deletion = (username: string, id: string) => (
  <Confirm
    operation="deleteAccessKey"
    args={{ username, id }}
    title={`Delete key ${id}`}
    submit="Delete"
    name={id}
    preview
    said="The key is deleted."
  >
    Programs that use it are refused from their next request on. If you are not sure, deactivate it first.
  </Confirm>
);

function Create({ username }: { username: string }) {
  const [description, setDescription] = useState('');
  const [made, setMade] = useState<NewAccessKey>();
  const body = description.trim() ? { description: description.trim() } : {};
  return (
    <Dialog title={`An access key for ${username}`}>
      {made ? (
        <Secret made={made} />
      ) : (
        <OperationForm operation="createAccessKey" args={{ username, body }} submit="Create key" onDone={setMade}>
          {(error) => (
            <Field label="Description" name="description" error={error} hint="Optional: where the key is used.">
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
          )}
        </OperationForm>
      )}
    </Dialog>
  );
}

function Secret({ made: { access_key_id, secret_key } }: { made: NewAccessKey }) {
  const lines = `export SVC_ACCESS_KEY_ID=${access_key_id}\nexport SVC_SECRET_ACCESS_KEY=${secret_key}`;
  return (
    <div className="stack">
      <p>The secret is shown only once. Copy it now.</p>
      <p>
        Key <Copy text={access_key_id} label="the key's id" />
      </p>
      <p>
        Secret <Copy text={secret_key} label="the secret" />
      </p>
      <p>To use svc with this key in a shell:</p>
      <Copy text={lines} label="the lines for a shell">
        <pre className="secret">{lines}</pre>
      </Copy>
      <div className="row">
        <button type="button" className="primary" onClick={closeDialog}>
          I have it
        </button>
      </div>
    </div>
  );
}
