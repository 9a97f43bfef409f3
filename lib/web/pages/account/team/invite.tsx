import { useState } from 'react';
import type { NewInvite } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { RoleField } from './role-field.tsx';
import type { Role } from './roles.ts';

/** Invites somebody to the team, by mail. */
export function Page() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const [sent, setSent] = useState<NewInvite>();
  return (
    <>
      <Heading title="Invite a member" back={[hrefOf('/team?tab=invites'), 'Team']} />
      {sent ? (
        <Sent invite={sent} />
      ) : (
        <OperationForm
          operation="inviteMember"
          args={{ body: { email: email.trim(), role } }}
          submit="Send the invite"
          onDone={setSent}
        >
          {(error) => (
            <>
              <Field
                label="E-mail address"
                name="email"
                error={error}
                hint="The link to join is mailed to this address. A new user signs up first."
              >
                <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} required />
              </Field>
              <RoleField value={role} onChange={setRole} error={error} />
            </>
          )}
        </OperationForm>
      )}
    </>
  );
}

function Sent({ invite }: { invite: NewInvite }) {
  return (
    <>
      <p role="status">
        A mail with a link is on its way to {invite.email}. The link is shown here once, in case you want to send it
        yourself. It works only for that address.
      </p>
      <p>
        <Copy text={invite.join_url} label="the link" />
      </p>
      <p>
        <a href={hrefOf('/team?tab=invites')}>Back to the invites</a>
      </p>
    </>
  );
}
