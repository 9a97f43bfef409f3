import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

/** Allocates an elastic IP. */
export function Page() {
  const [name, setName] = useState('');
  const [tags, setTags] = useState<TagMap>({});
  const body = { ...(name && { name }), ...(Object.keys(tags).length > 0 && { tags }) };
  return (
    <>
      <Heading title="Allocate an elastic IP" back={[hrefOf('/addresses'), 'Elastic IPs']} />
      <p>The platform chooses the address. It is charged until you release it, even while it is not attached.</p>
      <OperationForm
        operation="allocateElasticIp"
        args={{ body }}
        submit="Allocate"
        onDone={(reply) => navigate(`/addresses/${reply.id}`)}
        preview
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint="Optional">
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" />
            </Field>
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}
