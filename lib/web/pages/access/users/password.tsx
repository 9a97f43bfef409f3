import { useState } from 'react';
import type { IamUser, PasswordState } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

type Way = 'generate' | 'given' | 'none';

const ways: Readonly<Record<Way, string>> = {
  generate: 'A generated password, shown once',
  given: 'A password that I type',
  none: 'None: this user cannot log in with a password',
};

const submits: Readonly<Record<Way, string>> = {
  generate: 'Generate',
  given: 'Set the password',
  none: 'Remove the password',
};

/** Gives a user a password, or takes it away. */
export function SetPassword({ user }: { user: IamUser }) {
  const { username } = user;
  const [way, setWay] = useState<Way>('generate');
  const [password, setPassword] = useState('');
  const [renew, setRenew] = useState(true);
  const [made, setMade] = useState<string>();
  const done = ({ password: generated }: PasswordState) => {
    if (generated !== undefined) return setMade(generated);
    closeDialog();
    say(way === 'none' ? `${username} has no password now.` : `${username} has the new password.`);
  };
  if (made !== undefined) return <Made username={username} password={made} />;
  return (
    <Dialog title={`The password of ${username}`}>
      <OperationForm
        operation="updateUserPassword"
        args={{ username, body: bodyOf(way, password, renew) }}
        submit={submits[way]}
        danger={way === 'none'}
        onDone={done}
      >
        {(error) => (
          <>
            <Field label="Password" name="way">
              <select value={way} onChange={(event) => setWay(event.target.value as Way)}>
                {Object.entries(ways).map(([name, text]) => (
                  <option key={name} value={name}>
                    {text}
                  </option>
                ))}
              </select>
            </Field>
            {way === 'given' && (
              <Field
                label="New password"
                name="password"
                error={error}
                hint="It must follow the account's password policy."
              >
                <input
                  type="password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                  autoComplete="new-password"
                  required
                />
              </Field>
            )}
            {way !== 'none' && (
              <Check label="Ask for a new password at the next login" checked={renew} onChange={setRenew} />
            )}
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}

const bodyOf = (way: Way, password: string, renew: boolean) =>
  way === 'none'
    ? { disabled: true as const }
    : { ...(way === 'given' ? { password } : { generate: true as const }), password_reset_required: renew };

function Made({ username, password }: { username: string; password: string }) {
  return (
    <Dialog title={`The password of ${username}`}>
      <div className="stack">
        <p>It is shown only once. Copy it now.</p>
        <Copy text={password} label="the password" />
        <div className="row">
          <button type="button" className="primary" onClick={closeDialog}>
            I have it
          </button>
        </div>
      </div>
    </Dialog>
  );
}
