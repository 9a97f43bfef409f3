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
  const added = () => {
    say(`${chosen} is a member of ${name}.`, { operation: 'removeUserFromGroup', args: { name, username: chosen } });
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
        removal={(username) => removal(name, username)}
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
    </section>
  );
}

const removal = (name: string, username: string) => (
  <Confirm
    operation="removeUserFromGroup"
    args={{ name, username }}
    title={`Take ${username} out of ${name}`}
    submit="Take out"
    name={username}
    preview
    said={`${username} is no longer a member of ${name}.`}
    undo={{ operation: 'addUserToGroup', args: { name, username } }}
  >
    The user loses the permissions of the group's policies with the next request.
  </Confirm>
);
