import type { ReactNode } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { paiseOf } from './rupees.ts';

interface AmountProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: SvcError | undefined;
  readonly hint?: ReactNode;
}

/** A field for an amount in rupees. */
export function Amount({ label, name, value, onChange, error, hint }: AmountProps) {
  const isAmount = value === '' || paiseOf(value) !== undefined;
  const said = isAmount ? hint : 'Enter an amount in rupees, such as 1000 or 1000.50.';
  return (
    <Field label={label} name={name} error={error} hint={said}>
      <input
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
      />
    </Field>
  );
}
