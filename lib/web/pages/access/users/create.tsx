import { useState } from 'react';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

/** Creates an IAM user. */
export function Page() {
  const [username, setUsername] = useState('');
  const [description, setDescription] = useState('');
  const [group, setGroup] = useState('');
  const [policy, setPolicy] = useState('');
  const [password, setPassword] = useState('');
  const [renew, setRenew] = useState(true);
  const body = {
    username: username.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(group && { groups: [group] }),
    ...(policy && { policy_ids: [policy] }),
    ...(password && { password, password_reset_required: renew }),
  };
  return (
    <>
      <Heading title="Create an IAM user" back={[hrefOf('/iam/users'), 'IAM users']} />
      <OperationForm
        operation="createUser"
        args={{ body }}
        submit="Create user"
        onDone={(user) => navigate(`/iam/users/${user.username}`)}
      >
        {(error) => (
          <>
            <Field
              label="User name"
              name="username"
              error={error}
              hint="Letters, digits, dots, hyphens and underscores; unique in the account."
            >
              <input
                value={username}
                onChange={(event) => setUsername(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
            </Field>
            <Field label="Description" name="description" error={error} hint="Optional: what the user is for.">
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Field
              label="Group"
              name="groups"
              error={error}
              hint="The user gets the policies of this group. You can add other groups later."
            >
              <Pick operation="listGroups" value={group} onChange={setGroup} none="no group" />
            </Field>
            <Field label="Policy" name="policy_ids" error={error} hint="Without a policy the user can do nothing.">
              <Pick operation="listPolicies" value={policy} onChange={setPolicy} none="no policy" />
            </Field>
            <Field
              label="Password"
              name="password"
              error={error}
              hint="Optional: for a person who logs in to this console. Programs use access keys."
            >
              <input
                type="password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                autoComplete="new-password"
              />
            </Field>
            {password && (
              <Check label="Ask for a new password at the first login" checked={renew} onChange={setRenew} />
            )}
          </>
        )}
      </OperationForm>
    </>
  );
}
