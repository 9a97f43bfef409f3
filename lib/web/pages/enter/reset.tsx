import { useState } from 'react';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { NewPassword } from './inputs.tsx';
import { dropToken, takeToken } from './token.ts';

/** Sets a new password by the mailed link. */
export function Page() {
  const [token] = useState(() => takeToken('reset'));
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const done = () => {
    dropToken('reset');
    setDone(true);
  };
  if (isDone) {
    return (
      <>
        <Heading title="Your password is changed" />
        <p role="status">All your sessions have ended. Log in with the new password.</p>
        <p>
          <a className="button primary" href={hrefOf('/login')}>
            Log in
          </a>
        </p>
      </>
    );
  }
  return (
    <>
      <Heading title="Choose a new password" />
      {token === undefined ? (
        <p role="alert">This link is incomplete. Open the complete link from the mail.</p>
      ) : (
        <OperationForm
          operation="resetPassword"
          args={{ body: { token, password } }}
          submit="Set password"
          onDone={done}
        >
          {(error) => <NewPassword value={password} onChange={setPassword} error={error} focus />}
        </OperationForm>
      )}
      <p>
        The link works once, within an hour. <a href={hrefOf('/forgot')}>Ask for another</a>
      </p>
    </>
  );
}
