import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

/** Creates a group of IAM users. */
export function Page() {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [policy, setPolicy] = useState('');
  const body = {
    name: name.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(policy && { policy_ids: [policy] }),
  };
  return (
    <>
      <Heading title="Create an IAM group" back={[hrefOf('/iam/groups'), 'IAM groups']} />
      <OperationForm
        operation="createGroup"
        args={{ body }}
        submit="Create IAM group"
        onDone={(group) => navigate(`/iam/groups/${group.name}`)}
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
            <Field label="Description" name="description" error={error} hint="Optional: what the group is for.">
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Field label="Policy" name="policy_ids" error={error} hint="Others can be attached later.">
              <Pick operation="listPolicies" value={policy} onChange={setPolicy} none="no policy" />
            </Field>
          </>
        )}
      </OperationForm>
    </>
  );
}
