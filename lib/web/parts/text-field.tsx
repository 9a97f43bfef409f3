import type { InputHTMLAttributes, ReactNode } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Field } from './field.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly hint?: ReactNode;
  readonly error?: SvcError | undefined;
}

/** A labelled input of text or of a number. */
export function TextField({ label, name, hint, error, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      <input autoComplete="off" {...input} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** A labelled input of a TCP or UDP port. */
export const PortField = (props: TextFieldProps) => <TextField type="number" min="1" max="65535" {...props} />;

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The values, and what they are called. */
  readonly options: readonly (readonly [T, string])[];
  readonly hint?: ReactNode;
  readonly error?: SvcError | undefined;
}

/** A labelled choice of one of a few values. */
export function ChoiceField<T extends string>(props: ChoiceProps<T>) {
  const { label, name, hint, error, options, value, onChange } = props;
  return (
    <Field label={label} name={name} hint={hint} error={error}>
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
