import { useState } from 'react';
import type { Bucket } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Fixed } from '#lib/web/parts/fixed.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Tags } from '#lib/web/parts/tags.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

const gibibyte = 1024 ** 3;

/** Who can read a bucket, what it keeps and how much it may hold, and its end. */
export function Settings({ bucket }: { bucket: Bucket }) {
  const can = (action: Bucket['allowed_actions'][number]) => bucket.allowed_actions.includes(action);
  return (
    <div className="stack">
      {can('update') ? <Change key={bucket.updated_at} bucket={bucket} /> : <Fixed resource={bucket} />}
      {can('delete') ? <Delete bucket={bucket} /> : <Fixed resource={bucket} action="delete" />}
    </div>
  );
}

function Change({ bucket }: { bucket: Bucket }) {
  const [acl, setAcl] = useState(bucket.acl);
  const [versioning, setVersioning] = useState(bucket.versioning);
  const [gib, setGib] = useState(inGib(bucket));
  const [most, setMost] = useState(String(bucket.quota?.max_objects ?? ''));
  const [tags, setTags] = useState(bucket.tags);
  const quota = {
    max_size_bytes: gib === '' ? null : Math.round(Number(gib) * gibibyte),
    max_objects: most === '' ? null : Number(most),
  };
  const body = {
    acl,
    ...(versioning !== 'disabled' && { versioning }),
    ...((bucket.quota || gib !== '' || most !== '') && { quota: gib === '' && most === '' ? null : quota }),
    ...(JSON.stringify(tags) !== JSON.stringify(bucket.tags) && { tags }),
  };
  return (
    <OperationForm
      operation="updateBucket"
      args={{ name: bucket.name, body }}
      submit="Save the settings"
      onDone={() => say('The settings are saved.')}
    >
      {(error) => (
        <>
          <Field label="Who can read its objects" name="acl" error={error}>
            <select value={acl} onChange={(event) => setAcl(event.target.value as Bucket['acl'])}>
              <option value="private">Anyone with a key, a link or a policy</option>
              <option value="public-read">Anyone, without credentials</option>
            </select>
          </Field>
          <Field
            label="Older versions of objects"
            name="versioning"
            error={error}
            hint="Versions are billed like objects. When versioning is suspended, existing versions are kept."
          >
            <select value={versioning} onChange={(event) => setVersioning(event.target.value as Bucket['versioning'])}>
              {bucket.versioning === 'disabled' && <option value="disabled">Not kept</option>}
              <option value="enabled">Kept</option>
              {bucket.versioning !== 'disabled' && <option value="suspended">No new ones are kept</option>}
            </select>
          </Field>
          <Field label="Maximum size in GiB" name="quota.max_size_bytes" error={error} hint="Empty for no limit.">
            <input inputMode="decimal" value={gib} onChange={(event) => setGib(event.target.value.trim())} />
          </Field>
          <Field label="Maximum number of objects" name="quota.max_objects" error={error} hint="Empty for no limit.">
            <input inputMode="numeric" value={most} onChange={(event) => setMost(event.target.value.trim())} />
          </Field>
          <Tags value={tags} onChange={setTags} error={error} />
        </>
      )}
    </OperationForm>
  );
}

const inGib = ({ quota }: Bucket): string =>
  quota?.max_size_bytes ? String(Number((quota.max_size_bytes / gibibyte).toFixed(3))) : '';

function Delete({ bucket }: { bucket: Bucket }) {
  const [force, setForce] = useState(false);
  return (
    <section className="danger-zone stack" aria-labelledby="delete">
      <h2 id="delete">Delete the bucket</h2>
      <p>Its keys and links stop working, and anyone can then take its name.</p>
      <Check
        label="Delete all objects too"
        checked={force}
        onChange={setForce}
        hint="Without this, a bucket that is not empty is not deleted."
      />
      <div className="row">
        <button type="button" className="danger" onClick={() => openDialog(deletion(bucket, force))}>
          Delete bucket
        </button>
      </div>
    </section>
  );
}

const deletion = ({ name, usage }: Bucket, force: boolean) => (
  <Confirm
    operation="deleteBucket"
    args={{ name, query: force ? { force } : {} }}
    title={`Delete the bucket ${name}`}
    submit="Delete bucket"
    name={name}
    preview
    list="/buckets"
  >
    {force
      ? `All ${usage.objects.toLocaleString('en')} objects are deleted with their versions. You cannot restore them.`
      : 'The bucket is deleted only if it is empty.'}
  </Confirm>
);
