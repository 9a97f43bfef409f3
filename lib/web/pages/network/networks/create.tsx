import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

/** Creates a network. */
export function Page() {
  const [name, setName] = useState('');
  const [cidr, setCidr] = useState('');
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState<TagMap>({});
  const body = {
    name,
    ...(cidr && { cidr }),
    ...(description && { description }),
    ...(Object.keys(tags).length > 0 && { tags }),
  };
  return (
    <>
      <Heading title="Create a network" back={[hrefOf('/networks'), 'Networks']} />
      <p>A network is free.</p>
      <OperationForm
        operation="createVpc"
        args={name ? { body } : undefined}
        submit="Create network"
        onDone={(reply) => navigate(`/networks/${reply.id}`)}
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error}>
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" required />
            </Field>
            <Field
              label="Block of addresses"
              name="cidr"
              error={error}
              hint="Such as 10.20.0.0/20; empty for a free block. You cannot change it later."
            >
              <input value={cidr} onChange={(event) => setCidr(event.target.value.trim())} placeholder="a free /20" />
            </Field>
            <Field label="Description" name="description" error={error} hint="Optional">
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}
