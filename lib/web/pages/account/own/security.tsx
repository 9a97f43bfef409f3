import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import type { Me } from '#lib/web/shell/session.ts';
import { Mfa } from './mfa.tsx';

/** The password, and one-time codes. */
export function SecurityTab({ me }: { me: Me }) {
  // A form that was sent is replaced by an empty one.
  const [changes, setChanges] = useState(0);
  const done = () => {
    say('Your password is changed. Your other sessions have ended.');
    setChanges((count) => count + 1);
  };
  return (
    <>
      <section className="stack" aria-labelledby="password">
        <h2 id="password">Password</h2>
        {me.type === 'iam' ? (
          <IamPassword key={changes} username={me.username ?? ''} onDone={done} />
        ) : (
          <OwnPassword key={changes} onDone={done} />
        )}
      </section>
      <Mfa />
    </>
  );
}

function OwnPassword({ onDone }: { onDone: () => void }) {
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const body = { current_password: now, new_password: next };
  const hint = 'At least 8 characters, and not a common password. Your other sessions end.';
  return (
    <OperationForm operation="changePassword" args={{ body }} submit="Change password" onDone={onDone}>
      {(error) => (
        <>
          <Present value={now} onChange={setNow} error={error} />
          <New name="new_password" hint={hint} value={next} onChange={setNext} error={error} />
        </>
      )}
    </OperationForm>
  );
}

/** An IAM user changes the password where the account's password policy allows it. */
function IamPassword({ username, onDone }: { username: string; onDone: () => void }) {
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const body = { current_password: now, password: next, password_reset_required: false };
  const hint = "It must follow the account's password policy.";
  return (
    <OperationForm operation="updateUserPassword" args={{ username, body }} submit="Change password" onDone={onDone}>
      {(error) => (
        <>
          <Present value={now} onChange={setNow} error={error} />
          <New name="password" hint={hint} value={next} onChange={setNext} error={error} />
        </>
      )}
    </OperationForm>
  );
}

type Typed = Pick<SecretProps, 'value' | 'onChange' | 'error'>;

const Present = (typed: Typed) => (
  <Secret label="Current password" name="current_password" autoComplete="current-password" {...typed} />
);

const New = (typed: Typed & { name: string; hint: string }) => (
  <Secret label="New password" autoComplete="new-password" {...typed} />
);

interface SecretProps {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly autoComplete: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: SvcError | undefined;
}

function Secret({ label, name, hint, autoComplete, value, onChange, error }: SecretProps) {
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      <input
        type="password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        required
      />
    </Field>
  );
}
