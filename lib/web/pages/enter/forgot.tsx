import { useState } from 'react';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { Email } from './inputs.tsx';
import { MailboxHint } from './laptop.tsx';
import { withNext } from './next.ts';

/** Asks for the mail with the link that sets a new password. */
export function Page() {
  const [search] = useSearch();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const back = (
    <p>
      <a href={withNext('/login', search)}>Back to the login</a>
    </p>
  );
  if (sentTo !== undefined) {
    return (
      <>
        <Heading title="Check your mail" />
        <p role="status">
          If {sentTo} has an account, a mail with a link is on its way. The link works once, within an hour.
        </p>
        <MailboxHint />
        {back}
      </>
    );
  }
  return (
    <>
      <Heading title="Forgot your password?" />
      <p>You get a mail with a link to choose a new one. All your sessions then end.</p>
      <OperationForm
        operation="forgotPassword"
        args={{ body: { email } }}
        submit="Send the mail"
        onDone={() => setSentTo(email)}
      >
        {(error) => <Email value={email} onChange={setEmail} error={error} focus />}
      </OperationForm>
      <p className="about">An IAM user has no address: ask an administrator of the account to set a new password.</p>
      {back}
    </>
  );
}
