import { useState } from 'react';
import type { Bucket } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { consoleRule } from '#lib/web/pages/storage/cors.ts';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { sayProblem } from '#lib/web/parts/toasts.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

type Acl = Bucket['acl'];

/** Makes a bucket. Its name is tried as it is typed. */
export function Page() {
  const [name, setName] = useState('');
  const [acl, setAcl] = useState<Acl>('private');
  const [keeps, setKeeps] = useState(false);
  const [isOpen, setOpen] = useState(true);
  const [tags, setTags] = useState<TagMap>({});
  const done = async (bucket: Bucket) => {
    if (isOpen) await allowConsole(bucket.name);
    navigate(`/buckets/${bucket.name}`);
  };
  const body = {
    name,
    acl,
    versioning: keeps ? ('enabled' as const) : ('disabled' as const),
    ...(Object.keys(tags).length > 0 && { tags }),
  };
  return (
    <>
      <Heading title="Create a bucket" back={[hrefOf('/buckets'), 'Buckets']} />
      <OperationForm
        operation="createBucket"
        args={name === '' ? undefined : { body }}
        submit="Create bucket"
        preview
        onDone={(bucket) => void done(bucket)}
      >
        {(error) => (
          <>
            <Field
              label="Name"
              name="name"
              error={error}
              hint="3 to 63 characters of a-z 0-9 . - and unique among all accounts, because it is part of addresses."
            >
              <input
                value={name}
                onChange={(event) => setName(event.target.value.trim())}
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="off"
                required
              />
            </Field>
            <Field label="Who can read its objects" name="acl" error={error}>
              <select value={acl} onChange={(event) => setAcl(event.target.value as Acl)}>
                <option value="private">Anyone with a key, a link or a policy</option>
                <option value="public-read">Anyone, without credentials</option>
              </select>
            </Field>
            <Check
              label="Keep older versions of objects"
              checked={keeps}
              onChange={setKeeps}
              hint="You can restore an object that was replaced or deleted. Versions are billed like objects."
            />
            <Check
              label="Allow this console to upload and delete objects"
              checked={isOpen}
              onChange={setOpen}
              hint={`Adds a CORS rule for PUT and DELETE from ${location.origin}, because the browser sends files directly to the storage.`}
            />
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

/** The bucket is there whatever becomes of its rule, which can be added on its page too. */
async function allowConsole(name: string): Promise<void> {
  await change('putBucketCors', { name, body: { rules: [consoleRule(location.origin)] } }).catch((failure) =>
    sayProblem('The bucket is created, but its CORS rule is not.', asSvcError(failure)),
  );
}
