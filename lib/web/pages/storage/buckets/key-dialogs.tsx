import { useState } from 'react';
import type { BucketKey, NewBucketKey } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Clients } from './clients.tsx';

interface NewKeyProps {
  readonly bucket: string;
  readonly onDone: (key: NewBucketKey) => void;
}

/** Makes a key of a bucket. */
export function NewKey({ bucket, onDone }: NewKeyProps) {
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<BucketKey['permission']>('readwrite');
  const [prefix, setPrefix] = useState('');
  const [until, setUntil] = useState('');
  const expires_at = until === '' ? undefined : new Date(until).toISOString();
  const body = { name, permission, prefix: prefix || undefined, expires_at };
  return (
    <Dialog title="Create a key">
      <OperationForm
        operation="createBucketKey"
        args={name === '' ? undefined : { name: bucket, body }}
        submit="Create key"
        onDone={onDone}
      >
        {(error) => (
          <>
            <Field
              label="Name"
              name="name"
              error={error}
              hint="The program that uses it, such as laptop, backup or website."
            >
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" required />
            </Field>
            <Field label="Permissions" name="permission" error={error}>
              <select
                value={permission}
                onChange={(event) => setPermission(event.target.value as BucketKey['permission'])}
              >
                <option value="readwrite">Get, list, put and delete objects</option>
                <option value="read">Get and list objects</option>
                <option value="write">Put and delete objects</option>
              </select>
            </Field>
            <Field label="Objects whose names begin with" name="prefix" error={error} hint="Empty for all objects.">
              <input value={prefix} onChange={(event) => setPrefix(event.target.value)} autoComplete="off" />
            </Field>
            <Field label="Expires" name="expires_at" error={error} hint="Empty for never.">
              <input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

const graces = [
  [0, 'at once'],
  [3600, 'after an hour'],
  [86_400, 'after a day'],
] as const;

/** Makes a new key in place of an old one, which still works for a while. */
export function RotateKey({ bucket, of, onDone }: NewKeyProps & { of: BucketKey }) {
  const [grace_seconds, setGrace] = useState(3600);
  return (
    <Dialog title={`Rotate the key ${of.name}`}>
      <OperationForm
        operation="rotateBucketKey"
        args={{ name: bucket, access_key_id: of.access_key_id, body: { grace_seconds } }}
        submit="Rotate the key"
        onDone={onDone}
      >
        {(error) => (
          <>
            <p>This creates a new key with the same permissions. Give it to the programs that use the old key.</p>
            <Field label="The old key expires" name="grace_seconds" error={error}>
              <select value={grace_seconds} onChange={(event) => setGrace(Number(event.target.value))}>
                {graces.map(([seconds, when]) => (
                  <option key={seconds} value={seconds}>
                    {when}
                  </option>
                ))}
              </select>
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

/** The secret of a new key, which is shown here and nowhere else. */
export function Secret({ of }: { of: NewBucketKey }) {
  const { name, bucket, access_key_id, secret_key, endpoint, region } = of;
  return (
    <Dialog title={`The key ${name}`}>
      <div className="stack">
        <p className="note warn">The secret is shown once. Copy it now.</p>
        <Facts
          facts={[
            ['Access key id', <Copy key="id" text={access_key_id} label="the access key id" />],
            ['Secret key', <Copy key="secret" text={secret_key} label="the secret key" />],
          ]}
        />
        <Clients given={{ bucket, endpoint, region, id: access_key_id, secret: secret_key }} />
        <div className="row">
          <button type="button" className="primary" onClick={closeDialog}>
            I have copied it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
