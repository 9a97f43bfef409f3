import { cloneElement, type ReactElement, useId } from 'react';
import type { SvcError } from '#lib/client/error.ts';

/** What a `Field` gives its control. */
export interface ControlProps {
  readonly id?: string;
  readonly name?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface FieldProps {
  readonly label: string;
  /** The field's name in the API, by which the platform's errors find it; also the control's name. */
  readonly name: string;
  readonly hint?: React.ReactNode;
  readonly error?: SvcError | undefined;
  /** An input, a select or a textarea. */
  readonly children: ReactElement<ControlProps>;
}

/** A labelled control with its hint, and with what the platform has against its value. */
export function Field({ label, name, hint, error, children }: FieldProps) {
  const id = useId();
  const fault = faultOf(error, name);
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        name,
        ...(described && { 'aria-describedby': described }),
        ...(fault && { 'aria-invalid': true }),
      })}
      {fault && (
        <span id={`${id}-fault`} className="fault">
          {fault}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="about">
          {hint}
        </span>
      )}
    </div>
  );
}

/** What an error has against a field, or a part of it; undefined for nothing. */
export function faultOf(error: SvcError | undefined, name: string): string | undefined {
  const faults = error?.fields.filter(({ field }) => field === name || field.startsWith(`${name}.`));
  return faults?.length ? faults.map(({ message }) => message).join('; ') : undefined;
}

/** A box to tick, with its label behind it. */
export function Check({ label, checked, onChange, hint }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className="about">
          {hint}
        </span>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
}
