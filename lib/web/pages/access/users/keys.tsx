import { useState } from 'react';
import type { AccessKey, NewAccessKey } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';

const columns: readonly Column<AccessKey>[] = [
  { title: 'Key', cell: ({ id }) => <Copy text={id} label="the key's id" /> },
  { title: 'State', cell: ({ status }) => <Status status={status} /> },
  { title: 'Description', cell: ({ description }) => description ?? <span className="about">–</span> },
  { title: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: 'Created', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The call that activates a key, or deactivates it. */
const turning = (username: string, { id, status }: AccessKey) => ({
  operation: 'updateAccessKey' as const,
  args: { username, id, body: { status: status === 'active' ? ('inactive' as const) : ('active' as const) } },
});

/** The access keys of a user: two at most, so that one can be replaced by the other. */
export function KeysTab({ username }: { username: string }) {
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<AccessKey>();
  const turn = (key: AccessKey) => {
    const { operation, args } = turning(username, key);
    change(operation, args).then(
      () => say(`Key ${key.id} is ${args.body.status} now.`),
      (failure) => sayProblem('The key was not changed.', asSvcError(failure)),
    );
  };
  return (
    <>
      <div className="row">
        <button type="button" className="primary" onClick={() => setCreating(true)}>
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
        menu={(key) => (
          <Menu
            label={`Actions for key ${key.id}`}
            items={[
              {
                label: key.status === 'active' ? 'Deactivate' : 'Activate',
                act: () => turn(key),
                deed: turning(username, key),
              },
              { label: 'Delete', danger: true, act: () => setDeleting(key) },
            ]}
          />
        )}
        empty="An access key signs the requests of a program. Its secret is shown once, when it is created."
        command={`svc access-key create ${username}`}
      />
      {creating && <Create username={username} onClose={() => setCreating(false)} />}
      {deleting && (
        <Confirm
          operation="deleteAccessKey"
          args={{ username, id: deleting.id }}
          title={`Delete key ${deleting.id}`}
          submit="Delete"
          name={deleting.id}
          preview
          onClose={() => setDeleting(undefined)}
          onDone={() => say('The key is deleted.')}
        >
          Programs that use it are refused from their next request on. If you are not sure, deactivate it first.
        </Confirm>
      )}
    </>
  );
}

function Create({ username, onClose }: { username: string; onClose: () => void }) {
  const [description, setDescription] = useState('');
  const [made, setMade] = useState<NewAccessKey>();
  const body = description.trim() ? { description: description.trim() } : {};
  return (
    <Dialog title={`An access key for ${username}`} onClose={onClose}>
      {made ? (
        <Secret made={made} onClose={onClose} />
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

function Secret({ made: { access_key_id, secret_key }, onClose }: { made: NewAccessKey; onClose: () => void }) {
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
        <button type="button" className="primary" onClick={onClose}>
          I have it
        </button>
      </div>
    </div>
  );
}
