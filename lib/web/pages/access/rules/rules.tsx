import { useState } from 'react';
import type { PasswordPolicy } from '#lib/client/generated/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** The rules of IAM users' passwords. */
export function Page() {
  const { data, error, refetch } = useRead('getPasswordPolicy');
  return (
    <>
      <Heading title="Password policy" />
      <p>These rules hold for the passwords of IAM users, from their next change on.</p>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && <Rules present={data} />}
      {!data && !error && <output className="loading">Loading …</output>}
    </>
  );
}

const numbers = {
  min_length: { label: 'Characters, at least', hint: '8 to 128', min: 8, max: 128 },
  max_age_days: { label: 'Days until it is to be changed', hint: '0 is never; at most 1,095', min: 0, max: 1095 },
  reuse_prevention: { label: 'Former passwords that may not come back', hint: '0 to 24', min: 0, max: 24 },
} as const;

const ticks = {
  require_uppercase: 'An upper-case letter is needed',
  require_lowercase: 'A lower-case letter is needed',
  require_number: 'A digit is needed',
  require_symbol: 'A symbol is needed',
  allow_self_change: 'Users may change their own passwords',
} as const;

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T)[];

function Rules({ present }: { present: PasswordPolicy }) {
  const [rules, setRules] = useState(present);
  return (
    <OperationForm
      operation="updatePasswordPolicy"
      args={{ body: rules }}
      submit="Save"
      onDone={() => say('The password policy is saved.')}
    >
      {(error) => (
        <>
          {keysOf(numbers).map((name) => (
            <Field key={name} label={numbers[name].label} name={name} hint={numbers[name].hint} error={error}>
              <input
                type="number"
                min={numbers[name].min}
                max={numbers[name].max}
                value={rules[name]}
                onChange={(event) => setRules({ ...rules, [name]: event.target.valueAsNumber || 0 })}
                required
              />
            </Field>
          ))}
          {keysOf(ticks).map((name) => (
            <Check
              key={name}
              label={ticks[name]}
              checked={rules[name]}
              onChange={(checked) => setRules({ ...rules, [name]: checked })}
            />
          ))}
        </>
      )}
    </OperationForm>
  );
}
