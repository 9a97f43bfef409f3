import { useState } from 'react';
import type { IamUser } from '#lib/generated/client/schemas.ts';
import { Attached } from '#lib/web/pages/access/policies/attached.tsx';
import { Named } from '#lib/web/pages/access/policies/named.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What a user may do: by its own policies, and by those of its groups. */
export function PermissionsTab({ user: { username, policies, groups } }: { user: IamUser }) {
  return (
    <>
      <Attached to="user" name={username} policies={policies} />
      <Groups username={username} groups={groups} />
    </>
  );
}

function Groups({ username, groups }: { username: string; groups: readonly string[] }) {
  const [joining, setJoining] = useState('');
  const joined = () => {
    say(`${username} is a member of ${joining}.`, {
      operation: 'removeUserFromGroup',
      args: { name: joining, username },
    });
    setJoining('');
  };
  return (
    <section className="stack" aria-labelledby="groups">
      <h2 id="groups">IAM groups</h2>
      <Named
        label={`The groups of ${username}`}
        title="Group"
        rows={groups.map((name) => ({ id: name, name, to: hrefOf(`/iam/groups/${name}`) }))}
        remove="Leave"
        removal={(name) => removal(name, username)}
        empty="The user is not in any group."
      />
      <OperationForm
        operation="addUserToGroup"
        args={joining ? { name: joining, username } : undefined}
        submit="Add to the group"
        onDone={joined}
      >
        {(error) => (
          <Field label="Add to a group" name="name" error={error}>
            <Pick
              operation="listGroups"
              value={joining}
              onChange={setJoining}
              only={({ name }) => !groups.includes(name)}
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
    name={name}
    preview
    said={`${username} is no longer a member of ${name}.`}
    undo={{ operation: 'addUserToGroup', args: { name, username } }}
  >
    The user loses the permissions of the group's policies with the next request.
  </Confirm>
);
