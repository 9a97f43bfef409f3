import { useState } from 'react';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { enterAnew } from '#lib/web/shell/session.ts';
import { Email, NewPassword, Text } from './inputs.tsx';
import { LaptopLinks } from './laptop.tsx';
import { next, withNext } from './next.ts';

/** Signs up. */
export function Page() {
  const [search] = useSearch();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const args = { body: { email, password, ...(name.trim() && { name: name.trim() }) } };
  return (
    <>
      <Heading title="Sign up" />
      <p>A new account starts with free credit and needs no card.</p>
      <OperationForm operation="register" args={args} submit="Sign up" onDone={() => enterAnew(next(search))}>
        {(error) => (
          <>
            <Email value={email} onChange={setEmail} error={error} focus />
            <NewPassword label="Password" value={password} onChange={setPassword} error={error} />
            <Text
              label="Your name"
              name="name"
              hint="Optional. Invitations to your account show it."
              autoComplete="name"
              value={name}
              onChange={setName}
              error={error}
              optional
            />
          </>
        )}
      </OperationForm>
      <p>
        Have an account? <a href={withNext('/login', search)}>Log in</a>
      </p>
      <LaptopLinks />
    </>
  );
}
