import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { enterAnew } from '#lib/web/shell/session.ts';
import { next } from './next.ts';

/** Signs up. */
export function Page() {
  const [search] = useSearch();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const args = { body: { email, password, ...(name && { name }) } };
  return (
    <>
      <Heading title="Sign up" />
      <p>A new account has credit to spend.</p>
      <OperationForm operation="register" args={args} submit="Sign up" onDone={() => enterAnew(next(search))}>
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
            <Field label="Name" name="name" error={error} hint="Optional">
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="name" />
            </Field>
            <Field label="Password" name="password" error={error} hint="At least 10 characters; a sentence is good.">
              <input
                type="password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                autoComplete="new-password"
                required
              />
            </Field>
          </>
        )}
      </OperationForm>
      <p>
        Have an account? <a href={`/console/login${location.search}`}>Log in</a>
      </p>
    </>
  );
}
