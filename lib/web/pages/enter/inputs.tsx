import type { ReactNode } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Field } from '#lib/web/parts/field.tsx';

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: SvcError | undefined;
  /** Whether it takes the focus when it is first shown. */
  readonly focus?: boolean;
}

interface TextProps extends InputProps {
  readonly label: string;
  /** The field's name in the API. */
  readonly name: string;
  readonly hint?: ReactNode;
  readonly autoComplete: string;
  readonly type?: 'email' | 'password' | 'text';
  readonly optional?: boolean;
}

const focusOn = (input: HTMLInputElement | null) => input?.focus();

/** A field of a form of this area, as password managers know it. */
export function Text(props: TextProps) {
  const { label, name, hint, error, value, onChange, focus, autoComplete, type = 'text', optional } = props;
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      <input
        ref={focus ? focusOn : undefined}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required={!optional}
      />
    </Field>
  );
}

/** The e-mail address of a login. */
export const Email = (props: InputProps) => (
  <Text {...props} label="E-mail address" name="email" type="email" autoComplete="username" />
);

/** The password that one has. */
export const Password = (props: InputProps) => (
  <Text {...props} label="Password" name="password" type="password" autoComplete="current-password" />
);

/** A password to be, by the field's name in the API. */
export const NewPassword = ({ name = 'password', label = 'New password', ...props }: NewPasswordProps) => (
  <Text
    hint="At least 8 characters, and not a common password. A sentence works well."
    {...props}
    label={label}
    name={name}
    type="password"
    autoComplete="new-password"
  />
);

interface NewPasswordProps extends InputProps {
  readonly name?: string;
  readonly label?: string;
  readonly hint?: ReactNode;
}

/** A one-time code, or a recovery code in its place. */
export const OneTimeCode = (props: InputProps) => (
  <Text
    {...props}
    label="One-time code"
    name="code"
    hint="The six digits from your authenticator app, or a recovery code."
    autoComplete="one-time-code"
  />
);
