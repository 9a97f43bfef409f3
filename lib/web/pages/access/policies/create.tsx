import { useState } from 'react';
import type { CreatePolicyBody } from '#lib/generated/client/operations.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';
import { Editor } from './editor.tsx';
import { parsed } from './faults.ts';
import { templates, textOf } from './templates.ts';

const [first = ''] = Object.keys(templates);

/** Creates a policy of the account. */
export function Page() {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [text, setText] = useState(textOf(templates[first]));
  const document = parsed(text) as CreatePolicyBody['document'] | undefined;
  const body = { name: name.trim(), ...(description.trim() && { description: description.trim() }) };
  return (
    <>
      <Heading title="Create a policy" back={[hrefOf('/iam/policies'), 'Policies']} />
      <OperationForm
        operation="createPolicy"
        args={document === undefined ? undefined : { body: { ...body, document } }}
        submit="Create policy"
        onDone={({ id }) => navigate(`/iam/policies/${id}`)}
      >
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint="Letters, digits, dots, hyphens and underscores.">
              <input
                value={name}
                onChange={(event) => setName(event.target.value)}
                autoComplete="off"
                spellCheck={false}
                required
              />
            </Field>
            <Field label="Description" name="description" error={error} hint="Optional: what the policy is for.">
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Field label="Start from" name="template" hint="Replaces the document below.">
              <select onChange={(event) => setText(textOf(templates[event.target.value]))}>
                {Object.keys(templates).map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            </Field>
            <Editor value={text} onChange={setText} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}
