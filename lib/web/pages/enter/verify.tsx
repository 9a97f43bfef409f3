import { useState } from 'react';
import { useAct } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { Text } from './inputs.tsx';
import { MailboxHint } from './laptop.tsx';

/** Verifies the e-mail address of who is logged in, by the code that was mailed. */
export function Page() {
  const { data: me } = useRead('getMe');
  if (!me) return <Loading />;
  if (me.email === null) {
    return (
      <>
        <Heading title="Verify your e-mail address" />
        <p>An IAM user has no e-mail address, so there is nothing to verify.</p>
      </>
    );
  }
  return me.email_verified ? <Verified email={me.email} /> : <Unverified email={me.email} />;
}

function Verified({ email }: { email: string }) {
  return (
    <>
      <Heading title="Your e-mail address is verified" />
      <p role="status">{email} is verified. You can now use top-ups, invitations and IAM users.</p>
      <p>
        <a className="button primary" href={hrefOf('/')}>
          Continue
        </a>
      </p>
    </>
  );
}

function Unverified({ email }: { email: string }) {
  const [code, setCode] = useState('');
  const another = useAct('resendVerification');
  const send = async () => {
    if (await another.run({})) say(`Another code is on its way to ${email}.`);
  };
  return (
    <>
      <Heading title="Verify your e-mail address" />
      <p>
        A mail to {email} has a code of six digits. It works for 10 minutes. Top-ups, invitations and IAM users need a
        verified address. So do machines, except on a laptop.
      </p>
      <MailboxHint />
      <OperationForm
        operation="verifyEmail"
        args={{ body: { code: code.trim() } }}
        submit="Verify"
        onDone={() => undefined}
      >
        {(error) => (
          <Text
            label="Code from the mail"
            name="code"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={error}
          />
        )}
      </OperationForm>
      {another.error && <Problem error={another.error} />}
      <div className="row">
        <button type="button" onClick={() => void send()} disabled={another.isRunning}>
          Send another code
        </button>
        <AsCommand operation="resendVerification" args={{}} />
      </div>
    </>
  );
}
