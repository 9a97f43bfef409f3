import { useState } from 'react';
import { Named } from '#lib/web/pages/access/policies/named.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** The members of a group, who can be added and taken out. */
export function Members({ name, members }: { name: string; members: readonly string[] }) {
  const [chosen, setChosen] = useState('');
  const [leaving, setLeaving] = useState<string>();
  const added = () => {
    say(`${chosen} is a member of ${name}.`);
    setChosen('');
  };
  return (
    <section className="stack" aria-labelledby="members">
      <h2 id="members">Members</h2>
      <Named
        label={`The members of ${name}`}
        title="User name"
        rows={members.map((username) => ({ id: username, name: username, to: hrefOf(`/iam/users/${username}`) }))}
        remove="Take out"
        onRemove={setLeaving}
        empty="The group has no members."
      />
      <OperationForm
        operation="addUserToGroup"
        args={chosen ? { name, username: chosen } : undefined}
        submit="Add"
        onDone={added}
      >
        {(error) => (
          <Field label="Add a user" name="username" error={error}>
            <Pick
              operation="listUsers"
              value={chosen}
              onChange={setChosen}
              only={({ username }) => !members.includes(username)}
            />
          </Field>
        )}
      </OperationForm>
      {leaving !== undefined && (
        <Confirm
          operation="removeUserFromGroup"
          args={{ name, username: leaving }}
          title={`Take ${leaving} out of ${name}`}
          submit="Take out"
          name={leaving}
          preview
          onClose={() => setLeaving(undefined)}
          onDone={() => say(`${leaving} is no longer a member of ${name}.`)}
        >
          The user loses the permissions of the group's policies with the next request.
        </Confirm>
      )}
    </section>
  );
}
