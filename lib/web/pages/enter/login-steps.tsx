import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Email, NewPassword, OneTimeCode, Password, Text } from './inputs.tsx';

interface StepProps {
  readonly onDone: (reply: object) => void;
}
interface PendingProps extends StepProps {
  /** The token of the login that is not finished. */
  readonly pending: string;
  readonly onRefused: (error: SvcError) => void;
}

/** The first step of a person with an e-mail address. */
export function PasswordStep({ onDone }: StepProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <OperationForm operation="login" args={{ body: { email, password } }} submit="Log in" onDone={onDone}>
      {(error) => (
        <>
          <Email value={email} onChange={setEmail} error={error} focus />
          <Password value={password} onChange={setPassword} error={error} />
        </>
      )}
    </OperationForm>
  );
}

/** The first step of an IAM user. The address may name the account and the user, so that it can be given out. */
export function IamStep({ onDone, search }: StepProps & { search: URLSearchParams }) {
  const [account, setAccount] = useState(search.get('account') ?? '');
  const [username, setUsername] = useState(search.get('user') ?? '');
  const [password, setPassword] = useState('');
  const body = { account_id: account.trim(), username: username.trim(), password };
  return (
    <OperationForm operation="iamLogin" args={{ body }} submit="Log in" onDone={onDone}>
      {(error) => (
        <>
          <Text
            label="Account id"
            name="account_id"
            hint="The 12 digits of the account that the user belongs to."
            autoComplete="organization"
            value={account}
            onChange={setAccount}
            error={error}
            focus={account === ''}
          />
          <Text
            label="User name"
            name="username"
            autoComplete="username"
            value={username}
            onChange={setUsername}
            error={error}
          />
          <Password value={password} onChange={setPassword} error={error} />
        </>
      )}
    </OperationForm>
  );
}

/** The second step, where the login needs a code. */
export function CodeStep({ isIam, pending, onDone, onRefused }: PendingProps & { isIam: boolean }) {
  const [code, setCode] = useState('');
  return (
    <OperationForm
      operation={isIam ? 'verifyIamLogin' : 'verifyTwoFactor'}
      args={{ body: { pending_token: pending, code: code.trim() } }}
      submit="Continue"
      onDone={onDone}
      onRefused={onRefused}
    >
      {(error) => <OneTimeCode value={code} onChange={setCode} error={error} focus />}
    </OperationForm>
  );
}

/** The step of an IAM user whose password is to be changed. */
export function RenewStep({ pending, onDone, onRefused }: PendingProps) {
  const [password, setPassword] = useState('');
  return (
    <OperationForm
      operation="setIamLoginPassword"
      args={{ body: { pending_token: pending, new_password: password } }}
      submit="Set password"
      onDone={onDone}
      onRefused={onRefused}
    >
      {(error) => (
        <NewPassword
          name="new_password"
          hint="The password must follow the account's rules. An error names the rules that it breaks."
          value={password}
          onChange={setPassword}
          error={error}
          focus
        />
      )}
    </OperationForm>
  );
}
