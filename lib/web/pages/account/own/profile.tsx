import { useState } from 'react';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Status, words } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import type { Me } from '#lib/web/shell/session.ts';

const kinds = { root: 'owner of the account', member: 'member of the team', iam: 'IAM user' };

/** Who one is, and the account that one is in. */
export function ProfileTab({ me }: { me: Me }) {
  return (
    <>
      <Facts
        facts={[
          ['E-mail address', me.email === null ? undefined : <Address key="e" me={me} />],
          ['User name', me.username ?? undefined],
          ['Name', me.name ?? undefined],
          ['You are', kinds[me.type]],
          ['Role', me.role === null || me.type === 'root' ? undefined : words(me.role)],
          ['IAM groups', me.type === 'iam' ? me.groups.join(', ') || 'none' : undefined],
          ['Account id', <Copy key="a" text={me.account_id} label="the account id" />],
          ['User id', <Copy key="u" text={me.id} label="the user id" />],
          ['Status', <Status key="s" status={me.status} />],
          ['Since', <Time key="t" at={me.created_at} />],
        ]}
      />
      <AccountName me={me} />
    </>
  );
}

function Address({ me }: { me: Me }) {
  return (
    <>
      {me.email} <span className="about">{me.email_verified ? 'verified' : ''}</span>
      {me.email_verified === false && <a href={hrefOf('/verify')}>Verify it</a>}
    </>
  );
}

function AccountName({ me }: { me: Me }) {
  const present = me.accounts.find(({ account_id }) => account_id === me.account_id)?.name ?? '';
  const [name, setName] = useState(present);
  return (
    <section className="stack" aria-labelledby="account-name">
      <h2 id="account-name">The account’s name</h2>
      <p>Invitations and the account menu show it. The owner and administrators can change it.</p>
      <OperationForm
        operation="updateAccount"
        args={name.trim() ? { body: { name: name.trim() } } : undefined}
        submit="Save"
        onDone={() => say('The account has its new name.')}
      >
        {(error) => (
          <Field label="Name" name="name" error={error}>
            <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="organization" />
          </Field>
        )}
      </OperationForm>
    </section>
  );
}
