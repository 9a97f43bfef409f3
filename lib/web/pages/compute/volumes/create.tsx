import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { hrefOf, navigate, useSearch } from '#lib/web/shell/router.ts';

const filesystems = ['ext4', 'xfs', 'none'] as const;

/** Creates a volume, for an instance where `?instance=` names one. */
export function Page() {
  const [search] = useSearch();
  const [name, setName] = useState('');
  const [size, setSize] = useState('10');
  const [filesystem, setFilesystem] = useState<(typeof filesystems)[number]>('ext4');
  const [instance, setInstance] = useState(search.get('instance') ?? '');
  const [tags, setTags] = useState<TagMap>({});
  const body = {
    name,
    size_gib: Number(size),
    ...(filesystem !== 'ext4' && { filesystem }),
    ...(instance && { instance_id: instance }),
    ...(Object.keys(tags).length > 0 && { tags }),
  };
  const isComplete = name !== '' && size !== '';
  return (
    <>
      <Heading title="Create a volume" back={[hrefOf('/volumes'), 'Volumes']} />
      <OperationForm
        operation="createVolume"
        args={isComplete ? { body } : undefined}
        submit="Create volume"
        onDone={(reply) => navigate(`/volumes/${reply.id}`)}
        preview
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint="It is mounted at /mnt/<name>.">
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" required />
            </Field>
            <Field label="Size in GiB" name="size_gib" error={error} hint="You can grow it later, but never shrink it.">
              <input type="number" min="1" value={size} onChange={(event) => setSize(event.target.value)} required />
            </Field>
            <Field
              label="Attach to"
              name="instance_id"
              error={error}
              hint="A volume stays on the host of this instance."
            >
              <Pick
                operation="listInstances"
                value={instance}
                onChange={setInstance}
                only={({ allowed_actions }) => allowed_actions.includes('attach_volume')}
                none="No instance"
              />
            </Field>
            <Field label="File system" name="filesystem" error={error}>
              <select
                value={filesystem}
                onChange={(event) => setFilesystem(filesystems.find((one) => one === event.target.value) ?? 'ext4')}
              >
                {filesystems.map((one) => (
                  <option key={one} value={one}>
                    {one === 'none' ? 'none: a bare device' : one}
                  </option>
                ))}
              </select>
            </Field>
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}
