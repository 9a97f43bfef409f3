import { useState } from 'react';
import type { PasswordPolicy } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** The rules of IAM users' passwords. */
export function Page() {
  const { data, error, refetch } = useRead('getPasswordPolicy');
  return (
    <>
      <Heading title="Password policy" />
      <p>These rules apply when the password of an IAM user is next changed.</p>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data && <Rules present={data} />}
      {!data && !error && <Loading />}
    </>
  );
}

const numbers = {
  min_length: { label: 'Minimum number of characters', hint: '8 to 128', min: 8, max: 128 },
  max_age_days: {
    label: 'Days until a password must be changed',
    hint: '0 means never; at most 1,095',
    min: 0,
    max: 1095,
  },
  reuse_prevention: { label: 'Previous passwords that cannot be reused', hint: '0 to 24', min: 0, max: 24 },
} as const;

const ticks = {
  require_uppercase: 'Require an upper-case letter',
  require_lowercase: 'Require a lower-case letter',
  require_number: 'Require a digit',
  require_symbol: 'Require a symbol',
  allow_self_change: 'Allow users to change their own passwords',
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
