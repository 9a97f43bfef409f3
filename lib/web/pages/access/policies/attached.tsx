import { useState } from 'react';
import { useList } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Named } from './named.tsx';

interface AttachedProps {
  readonly to: 'user' | 'group';
  readonly name: string;
  /** The ids of the policies that are attached. */
  readonly policies: readonly string[];
}

const operations = {
  user: { attach: 'attachUserPolicy', detach: 'detachUserPolicy' },
  group: { attach: 'attachGroupPolicy', detach: 'detachGroupPolicy' },
} as const;

/** The policies of a user or a group, which can be attached and detached. */
export function Attached({ to, name, policies }: AttachedProps) {
  const [chosen, setChosen] = useState('');
  const all = useList('listPolicies');
  const known = new Map(all.items?.map((policy) => [policy.id, policy]));
  const nameOf = (id: string) => known.get(id)?.name ?? id;
  // The path of a user is named by `username`, that of a group by `name`.
  const args = (policy_id: string) => (to === 'user' ? { username: name, policy_id } : { name, policy_id });
  const { attach, detach } = operations[to];
  const attached = () => {
    say(`${nameOf(chosen)} is attached to ${name}.`, { operation: detach, args: args(chosen) });
    setChosen('');
  };
  const detachment = (id: string) => (
    <Confirm
      operation={detach}
      args={args(id) as never}
      title={`Detach ${nameOf(id)} from ${name}`}
      submit="Detach"
      name={nameOf(id)}
      preview
      said={`${nameOf(id)} is detached from ${name}.`}
      undo={{ operation: attach, args: args(id) }}
    >
      Its permissions are lost with the next request. The policy itself is kept.
    </Confirm>
  );
  return (
    <section className="stack" aria-labelledby="policies">
      <h2 id="policies">Policies</h2>
      <Named
        label={`The policies of ${name}`}
        title="Policy"
        rows={policies.map((id) => ({
          id,
          name: nameOf(id),
          to: hrefOf(`/iam/policies/${id}`),
          about: known.get(id)?.description ?? undefined,
        }))}
        remove="Detach"
        removal={detachment}
        empty={`No policy is attached: the ${to} grants no permissions.`}
      />
      <OperationForm
        operation={attach}
        args={chosen ? (args(chosen) as never) : undefined}
        submit="Attach"
        onDone={attached}
      >
        {(error) => (
          <Field label="Attach a policy" name="policy_id" error={error}>
            <Pick
              operation="listPolicies"
              value={chosen}
              onChange={setChosen}
              only={({ id }) => !policies.includes(id)}
            />
          </Field>
        )}
      </OperationForm>
    </section>
  );
}
