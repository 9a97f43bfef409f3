import { useState } from 'react';
import type { UpdatePolicyBody } from '#lib/generated/client/operations.ts';
import type { Policy } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { every } from '#lib/web/pages/access/every.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Editor } from './editor.tsx';
import { parsed } from './faults.ts';
import { textOf } from './templates.ts';

const back = [hrefOf('/iam/policies'), 'Policies'] as const;

/** A policy: what it allows and denies. One of the account can be changed and deleted. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getPolicy', { id }, { every });
  return (
    <Shown read={read} back={['/iam/policies', 'Policies']}>
      {(policy) => <OnePolicy policy={policy} />}
    </Shown>
  );
}

function OnePolicy({ policy }: { policy: Policy }) {
  const { id, name, type, attachment_count } = policy;
  const isManaged = type === 'managed';
  const refused = isManaged ? 'It belongs to the platform.' : undefined;
  return (
    <>
      <Heading title={name} back={back}>
        <Menu
          label={`Actions for ${name}`}
          items={[{ label: 'Delete the policy', danger: true, act: () => openDialog(deletion(policy)), refused }]}
        />
      </Heading>
      <Facts
        facts={[
          ['ID', <Copy key="i" text={id} label="the policy's id" />],
          ['Created by', isManaged ? 'the platform, for every account' : 'this account'],
          ['Attached to', `${attachment_count} ${attachment_count === 1 ? 'user or group' : 'users and groups'}`],
          ['Changed', <Time key="c" at={policy.updated_at} />],
        ]}
      />
      {isManaged ? (
        <>
          {policy.description && <p>{policy.description}</p>}
          <Editor value={textOf(policy.document)} onChange={() => undefined} error={undefined} readOnly />
        </>
      ) : (
        <Edit key={policy.updated_at} policy={policy} />
      )}
    </>
  );
}

const deletion = ({ id, name }: Policy) => (
  <Confirm
    operation="deletePolicy"
    args={{ id, query: { detach: true } }}
    title={`Delete ${name}`}
    submit="Delete"
    name={name}
    preview
    said={`Policy ${name} is deleted.`}
    list="/iam/policies"
  >
    It is first detached from every user and group, which lose its permissions.
  </Confirm>
);

function Edit({ policy }: { policy: Policy }) {
  const [description, setDescription] = useState(policy.description ?? '');
  const [text, setText] = useState(textOf(policy.document));
  const document = parsed(text) as UpdatePolicyBody['document'] | undefined;
  const body = document === undefined ? undefined : { document, description: description.trim() || null };
  return (
    <OperationForm
      operation="updatePolicy"
      args={body && { id: policy.id, body }}
      submit="Save"
      onDone={() => say(`Policy ${policy.name} is saved. It applies from the next request on.`)}
    >
      {(error) => (
        <>
          <Field label="Description" name="description" error={error}>
            <input value={description} onChange={(event) => setDescription(event.target.value)} />
          </Field>
          <Editor value={text} onChange={setText} error={error} />
        </>
      )}
    </OperationForm>
  );
}
