import { useState } from 'react';
import type { IamUser } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Tags } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

/** What is known of a user, and where a person logs in as this user. */
export function OverviewTab({ user }: { user: IamUser }) {
  const { account_id, username, console_access, password_reset_required, mfa_enabled } = user;
  const where = `${location.origin}${hrefOf(`/login?as=iam&account=${account_id}&user=${encodeURIComponent(username)}`)}`;
  return (
    <>
      <Facts
        facts={[
          [
            'Password',
            console_access ? (password_reset_required ? 'yes, must be changed at the next login' : 'yes') : 'none',
          ],
          ['One-time codes', mfa_enabled ? 'yes' : 'no'],
          ['Last login', <Time key="l" at={user.last_login_at} />],
          ['Created', <Time key="c" at={user.created_at} />],
          [
            'Login page',
            console_access ? <Copy key="w" text={where} label="the address of the login page" /> : undefined,
          ],
        ]}
      />
      <Edit key={user.updated_at} user={user} />
    </>
  );
}

function Edit({ user }: { user: IamUser }) {
  const [description, setDescription] = useState(user.description ?? '');
  const [tags, setTags] = useState(user.tags);
  const body = { description: description.trim() || null, tags };
  return (
    <section className="stack" aria-labelledby="edit-user">
      <h2 id="edit-user">Description and tags</h2>
      <OperationForm
        operation="updateUser"
        args={{ username: user.username, body }}
        submit="Save"
        onDone={() => say(`${user.username} is saved.`)}
      >
        {(error) => (
          <>
            <Field label="Description" name="description" error={error}>
              <input value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <Tags value={user.tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </section>
  );
}
