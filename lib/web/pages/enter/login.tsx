import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { enterAnew } from '#lib/web/shell/session.ts';
import { next } from './next.ts';

/** Logs in with an e-mail address and a password, and with a one-time code where the login needs one. */
export function Page() {
  const [pending, setPending] = useState<string>();
  const [search] = useSearch();
  const done = (reply: object) => {
    if ('requires_2fa' in reply && 'pending_token' in reply) setPending(String(reply.pending_token));
    else enterAnew(next(search));
  };
  return (
    <>
      <Heading title="Log in" />
      {pending === undefined ? <Password onDone={done} /> : <Code pending={pending} onDone={done} />}
      <p>
        No account yet? <a href={`/console/register${location.search}`}>Sign up</a>
      </p>
    </>
  );
}

function Password({ onDone }: { onDone: (reply: object) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <OperationForm operation="login" args={{ body: { email, password } }} submit="Log in" onDone={onDone}>
      {(error) => (
        <>
          <Field label="E-mail address" name="email" error={error}>
            <input
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="username"
              required
            />
          </Field>
          <Field label="Password" name="password" error={error}>
            <input
              type="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              required
            />
          </Field>
        </>
      )}
    </OperationForm>
  );
}

function Code({ pending, onDone }: { pending: string; onDone: (reply: object) => void }) {
  const [code, setCode] = useState('');
  return (
    <OperationForm
      operation="verifyTwoFactor"
      args={{ body: { pending_token: pending, code } }}
      submit="Go on"
      onDone={onDone}
    >
      {(error) => (
        <Field label="One-time code, or a recovery code" name="code" error={error}>
          <input value={code} onChange={(event) => setCode(event.target.value)} autoComplete="one-time-code" required />
        </Field>
      )}
    </OperationForm>
  );
}
